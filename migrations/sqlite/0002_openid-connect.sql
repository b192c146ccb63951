CREATE TABLE `oidc_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`browser_hash` text NOT NULL,
	`payload` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oidc_attempts_expires_at` ON `oidc_attempts` (`expires_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `id_token` text;