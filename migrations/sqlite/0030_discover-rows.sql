CREATE INDEX `library_items_first_seen_at` ON `library_items` (`first_seen_at`,`id`);--> statement-breakpoint
CREATE INDEX `requests_user_created_at` ON `requests` (`user_id`,`created_at`);