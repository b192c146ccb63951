CREATE TABLE `library_corrections` (
	`asin` text NOT NULL,
	`item_id` text NOT NULL,
	`said` text NOT NULL,
	`actor` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`asin`, `item_id`)
);
--> statement-breakpoint
CREATE TABLE `library_items` (
	`id` text PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`facts` text NOT NULL,
	`walk` text NOT NULL,
	`first_seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `library_items_connection_walk` ON `library_items` (`connection_id`,`walk`);--> statement-breakpoint
CREATE INDEX `library_items_first_seen` ON `library_items` (`first_seen_at`);--> statement-breakpoint
CREATE TABLE `library_keys` (
	`key` text NOT NULL,
	`item_id` text NOT NULL,
	PRIMARY KEY(`key`, `item_id`),
	FOREIGN KEY (`item_id`) REFERENCES `library_items`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `library_keys_item` ON `library_keys` (`item_id`);--> statement-breakpoint
CREATE TABLE `library_walks` (
	`connection_id` text PRIMARY KEY NOT NULL,
	`complete_at` integer,
	`lease_owner` text,
	`lease_until` integer
);
