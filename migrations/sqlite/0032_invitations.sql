CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`role` text NOT NULL,
	`user_id` text,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_hash_unique` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitations_created_at` ON `invitations` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_expires_at` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE INDEX `invitations_user_id` ON `invitations` (`user_id`);--> statement-breakpoint
CREATE INDEX `invitations_invited_by` ON `invitations` (`invited_by`);