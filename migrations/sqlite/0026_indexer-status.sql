ALTER TABLE `indexers` ADD `reachable` integer;--> statement-breakpoint
ALTER TABLE `indexers` ADD `status_since` integer;--> statement-breakpoint
ALTER TABLE `indexers` ADD `last_ok_at` integer;--> statement-breakpoint
ALTER TABLE `indexers` ADD `last_failure_at` integer;--> statement-breakpoint
ALTER TABLE `indexers` ADD `cause` text;