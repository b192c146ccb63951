CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`driver` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`enabled` integer NOT NULL,
	`priority` integer NOT NULL,
	`settings` text NOT NULL,
	`reachable` integer,
	`status_since` integer,
	`last_ok_at` integer,
	`last_failure_at` integer,
	`cause` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `connections_name_unique` ON `connections` (`name_key`);