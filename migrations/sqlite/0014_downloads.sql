CREATE TABLE `download_polls` (
	`connection_id` text PRIMARY KEY NOT NULL,
	`next_at` integer NOT NULL,
	`failures` integer NOT NULL,
	`lease_owner` text,
	`lease_until` integer
);
--> statement-breakpoint
CREATE TABLE `downloads` (
	`grab_id` text PRIMARY KEY NOT NULL,
	`asin` text NOT NULL,
	`current` integer NOT NULL,
	`title` text NOT NULL,
	`protocol` text NOT NULL,
	`connection_id` text,
	`client` text,
	`download_id` text,
	`found_by` text,
	`state` text NOT NULL,
	`percent` integer,
	`speed` integer,
	`seconds_left` integer,
	`cause` text,
	`stalled_since` integer,
	`missing_since` integer,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`grab_id`) REFERENCES `grabs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`asin`) REFERENCES `audiobooks`(`asin`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `downloads_state_changed` ON `downloads` (`state`,`changed_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `downloads_one_current` ON `downloads` (`asin`) WHERE current;--> statement-breakpoint
ALTER TABLE `blocked_releases` ADD `cause` text;