CREATE TABLE `followed` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`region` text NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`looked_at` integer,
	`due_at` integer NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`lease_owner` text,
	`lease_until` integer
);
--> statement-breakpoint
CREATE INDEX `followed_due_at` ON `followed` (`due_at`);--> statement-breakpoint
CREATE TABLE `followed_books` (
	`followed_id` text NOT NULL,
	`asin` text NOT NULL,
	`announced` integer NOT NULL,
	`release_date` text,
	`book` text,
	PRIMARY KEY(`followed_id`, `asin`),
	FOREIGN KEY (`followed_id`) REFERENCES `followed`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `followed_books_release` ON `followed_books` (`followed_id`,`release_date`);--> statement-breakpoint
CREATE TABLE `follows` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`followed_id` text NOT NULL,
	`requests` integer NOT NULL,
	`since` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`followed_id`) REFERENCES `followed`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `follows_user_followed_unique` ON `follows` (`user_id`,`followed_id`);--> statement-breakpoint
CREATE INDEX `follows_followed` ON `follows` (`followed_id`);--> statement-breakpoint
CREATE TABLE `inbox_items` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`code` text NOT NULL,
	`asin` text NOT NULL,
	`book` text NOT NULL,
	`followed` text NOT NULL,
	`read` integer NOT NULL,
	`at` integer NOT NULL,
	`request_at` integer,
	`outcome` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inbox_items_user_book_unique` ON `inbox_items` (`user_id`,`asin`,`code`);--> statement-breakpoint
CREATE INDEX `inbox_items_user_at` ON `inbox_items` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `inbox_items_unread` ON `inbox_items` (`user_id`) WHERE not read;--> statement-breakpoint
CREATE INDEX `inbox_items_request_at` ON `inbox_items` (`request_at`) WHERE request_at is not null;--> statement-breakpoint
CREATE INDEX `inbox_items_at` ON `inbox_items` (`at`);