CREATE TABLE `judged_pairs` (
	`id` text PRIMARY KEY NOT NULL,
	`asin` text NOT NULL,
	`indexer_id` integer NOT NULL,
	`guid` text NOT NULL,
	`said` text NOT NULL,
	`book` text NOT NULL,
	`offer` text NOT NULL,
	`verdict` text NOT NULL,
	`actor` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `judged_pairs_release` ON `judged_pairs` (`asin`,`indexer_id`,`guid`);--> statement-breakpoint
CREATE INDEX `judged_pairs_at` ON `judged_pairs` (`at`,`id`);