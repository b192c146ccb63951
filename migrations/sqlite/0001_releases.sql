CREATE TABLE `blocked_releases` (
	`asin` text NOT NULL,
	`indexer_id` integer NOT NULL,
	`guid` text NOT NULL,
	`title` text NOT NULL,
	`actor` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`asin`, `indexer_id`, `guid`),
	FOREIGN KEY (`asin`) REFERENCES `audiobooks`(`asin`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `grabs` (
	`id` text PRIMARY KEY NOT NULL,
	`asin` text NOT NULL,
	`guid` text NOT NULL,
	`indexer_id` integer NOT NULL,
	`title` text NOT NULL,
	`facts` text NOT NULL,
	`search_id` text,
	`state` text NOT NULL,
	`actor` text,
	`error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`asin`) REFERENCES `audiobooks`(`asin`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `grabs_asin_created` ON `grabs` (`asin`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `grabs_one_under_way` ON `grabs` (`asin`) WHERE state in ('sending', 'unconfirmed');--> statement-breakpoint
CREATE UNIQUE INDEX `grabs_release_once` ON `grabs` (`asin`,`indexer_id`,`guid`) WHERE state in ('sending', 'unconfirmed', 'grabbed');--> statement-breakpoint
CREATE TABLE `indexers` (
	`name` text PRIMARY KEY NOT NULL,
	`enabled` integer NOT NULL,
	`settings` text NOT NULL,
	`file_digests` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `release_searches` (
	`id` text PRIMARY KEY NOT NULL,
	`asin` text NOT NULL,
	`state` text NOT NULL,
	`actor` text,
	`indexers` text NOT NULL,
	`found` integer DEFAULT 0 NOT NULL,
	`accepted` integer DEFAULT 0 NOT NULL,
	`error` text,
	`lease_owner` text,
	`lease_until` integer,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`asin`) REFERENCES `audiobooks`(`asin`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `release_searches_asin_started` ON `release_searches` (`asin`,`started_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `release_searches_one_running` ON `release_searches` (`asin`) WHERE state = 'running';--> statement-breakpoint
CREATE TABLE `releases` (
	`search_id` text NOT NULL,
	`rank` integer NOT NULL,
	`guid` text NOT NULL,
	`indexer_id` integer NOT NULL,
	`facts` text NOT NULL,
	`metadata` text NOT NULL,
	`verdict` text NOT NULL,
	PRIMARY KEY(`search_id`, `rank`),
	FOREIGN KEY (`search_id`) REFERENCES `release_searches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `audiobooks` ADD `hand_made_by` text;--> statement-breakpoint
ALTER TABLE `audiobooks` ADD `info` text;--> statement-breakpoint
ALTER TABLE `fulfilments` ADD `misses` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `fulfilments` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `fulfilments` ADD `asked` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `fulfilments` ADD `stopped` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `fulfilments` ADD `lease_owner` text;--> statement-breakpoint
ALTER TABLE `fulfilments` ADD `lease_until` integer;--> statement-breakpoint
CREATE INDEX `fulfilments_due` ON `fulfilments` (`state`,`next_try_at`);--> statement-breakpoint
ALTER TABLE `requests` ADD `declines` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `timeline` ADD `detail` text;