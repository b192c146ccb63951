CREATE TABLE `book_people` (
	`asin` text NOT NULL,
	`person_id` text NOT NULL,
	`role` text NOT NULL,
	`place` integer NOT NULL,
	PRIMARY KEY(`asin`, `role`, `person_id`),
	FOREIGN KEY (`asin`) REFERENCES `audiobooks`(`asin`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `book_people_person` ON `book_people` (`person_id`,`role`,`asin`);--> statement-breakpoint
CREATE TABLE `book_series` (
	`asin` text NOT NULL,
	`series_id` text NOT NULL,
	`position` text,
	`place` integer,
	PRIMARY KEY(`asin`, `series_id`),
	FOREIGN KEY (`asin`) REFERENCES `audiobooks`(`asin`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `book_series_place` ON `book_series` (`series_id`,`place`,`asin`);--> statement-breakpoint
CREATE TABLE `people` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `series` (
	`id` text PRIMARY KEY NOT NULL,
	`region` text NOT NULL,
	`asin` text,
	`title` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `audiobooks` ADD `linked` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `audiobooks_unlinked` ON `audiobooks` (`asin`) WHERE not linked;