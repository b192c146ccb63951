CREATE TABLE `list_entries` (
	`list_id` text NOT NULL,
	`number` integer NOT NULL,
	`title` text NOT NULL,
	`author` text,
	`identifier` text,
	`state` text NOT NULL,
	`selected` integer NOT NULL,
	`requesting` integer NOT NULL,
	`asin` text,
	`candidates` text,
	`refusal` text,
	PRIMARY KEY(`list_id`, `number`),
	FOREIGN KEY (`list_id`) REFERENCES `lists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `list_entries_state` ON `list_entries` (`list_id`,`state`,`number`);--> statement-breakpoint
CREATE INDEX `list_entries_counted` ON `list_entries` (`list_id`,`state`,`selected`,`requesting`,`refusal`);--> statement-breakpoint
CREATE TABLE `lists` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text,
	`source` text NOT NULL,
	`region` text NOT NULL,
	`open` integer NOT NULL,
	`turn_at` integer NOT NULL,
	`next_try_at` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`pause` text,
	`lease_owner` text,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lists_user_created_at` ON `lists` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `lists_open` ON `lists` (`open`,`turn_at`);--> statement-breakpoint
CREATE INDEX `lists_updated_at` ON `lists` (`updated_at`);