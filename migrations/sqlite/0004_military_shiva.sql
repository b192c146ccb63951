ALTER TABLE `fulfilments` ADD `by_hand` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `fulfilments` ADD `told_missing` integer DEFAULT false NOT NULL;