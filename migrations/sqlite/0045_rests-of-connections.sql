ALTER TABLE `download_polls` ADD `cause` text;--> statement-breakpoint
ALTER TABLE `download_polls` ADD `asked_until` integer;