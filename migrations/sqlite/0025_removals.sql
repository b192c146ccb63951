ALTER TABLE `downloads` ADD `remove_at` integer;--> statement-breakpoint
CREATE INDEX `downloads_remove_at` ON `downloads` (`remove_at`) WHERE remove_at is not null;