DROP INDEX `library_items_first_seen_at`;--> statement-breakpoint
ALTER TABLE `library_items` ADD `added_at` integer;--> statement-breakpoint
CREATE INDEX `library_items_added_at` ON `library_items` (`added_at`,`id`);--> statement-breakpoint
UPDATE `library_items` SET `added_at` = `first_seen_at`;