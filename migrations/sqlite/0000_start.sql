CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`key_hash` text NOT NULL,
	`enabled` integer NOT NULL,
	`read_only` integer DEFAULT false NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_key_hash_unique` ON `api_keys` (`key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_user_name_unique` ON `api_keys` (`user_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `audiobooks` (
	`asin` text PRIMARY KEY NOT NULL,
	`region` text NOT NULL,
	`title` text NOT NULL,
	`subtitle` text,
	`authors` text NOT NULL,
	`narrators` text NOT NULL,
	`series` text NOT NULL,
	`language` text,
	`edition` text,
	`release_date` text,
	`runtime_min` integer,
	`summary` text,
	`cover_url` text,
	`search_text` text NOT NULL,
	`title_key` text NOT NULL,
	`author_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`actor` text,
	`subject` text,
	`detail` text,
	`address` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entries_at` ON `audit_entries` (`at`);--> statement-breakpoint
CREATE INDEX `audit_entries_kind_at` ON `audit_entries` (`kind`,`at`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`target_id` text NOT NULL,
	`event` text NOT NULL,
	`variables` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`lease_owner` text,
	`lease_until` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`target_id`) REFERENCES `notification_targets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `deliveries_target_due` ON `deliveries` (`target_id`,`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `deliveries_state_updated` ON `deliveries` (`state`,`updated_at`);--> statement-breakpoint
CREATE INDEX `deliveries_target_updated` ON `deliveries` (`target_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `delivery_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`delivery_id` text NOT NULL,
	`at` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`status` integer,
	`answer` text,
	`error` text,
	FOREIGN KEY (`delivery_id`) REFERENCES `deliveries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `delivery_attempts_delivery_at` ON `delivery_attempts` (`delivery_id`,`at`);--> statement-breakpoint
CREATE TABLE `fulfilments` (
	`asin` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`next_try_at` integer,
	`error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`asin`) REFERENCES `audiobooks`(`asin`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `fulfilments_state` ON `fulfilments` (`state`);--> statement-breakpoint
CREATE TABLE `notification_targets` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`body_type` text NOT NULL,
	`body` text NOT NULL,
	`headers` text NOT NULL,
	`enabled` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_targets_name_unique` ON `notification_targets` (`name_key`);--> statement-breakpoint
CREATE TABLE `oidc_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`browser_hash` text NOT NULL,
	`payload` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oidc_attempts_expires_at` ON `oidc_attempts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `password_failures` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `password_failures_last_at` ON `password_failures` (`last_at`);--> statement-breakpoint
CREATE TABLE `requests` (
	`id` text PRIMARY KEY NOT NULL,
	`asin` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`asin`) REFERENCES `audiobooks`(`asin`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `requests_asin_user_unique` ON `requests` (`asin`,`user_id`);--> statement-breakpoint
CREATE INDEX `requests_user_asin` ON `requests` (`user_id`,`asin`);--> statement-breakpoint
CREATE INDEX `requests_created_at` ON `requests` (`created_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`user_agent` text,
	`address` text,
	`id_token` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_user_id` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires_at` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `timeline` (
	`id` text PRIMARY KEY NOT NULL,
	`asin` text NOT NULL,
	`kind` text NOT NULL,
	`actor` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`asin`) REFERENCES `audiobooks`(`asin`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `timeline_asin_at` ON `timeline` (`asin`,`at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`role` text NOT NULL,
	`root` integer NOT NULL,
	`password_hash` text,
	`extra_data` text,
	`default_region` text,
	`oidc_issuer` text,
	`oidc_subject` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_oidc_identity_unique` ON `users` (`oidc_issuer`,`oidc_subject`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_one_root` ON `users` (`root`) WHERE root;