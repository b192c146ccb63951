CREATE TABLE `quota_uses` (
	`user_id` text NOT NULL,
	`asin` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `asin`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quota_uses_user_at` ON `quota_uses` (`user_id`,`at`);--> statement-breakpoint
ALTER TABLE `users` ADD `quota` text;--> statement-breakpoint
-- What was requested before counts as well.
INSERT INTO `quota_uses` (`user_id`, `asin`, `at`)
SELECT `user_id`, `asin`, `created_at` FROM `requests` WHERE `status` <> 'declined';
