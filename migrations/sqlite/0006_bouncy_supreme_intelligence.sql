PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_releases` (
	`search_id` text NOT NULL,
	`rank` integer NOT NULL,
	`guid` text NOT NULL,
	`indexer_id` integer NOT NULL,
	`facts` text NOT NULL,
	`metadata` text NOT NULL,
	`verdict` text NOT NULL,
	PRIMARY KEY(`search_id`, `indexer_id`, `guid`),
	FOREIGN KEY (`search_id`) REFERENCES `release_searches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_releases`("search_id", "rank", "guid", "indexer_id", "facts", "metadata", "verdict") SELECT "search_id", "rank", "guid", "indexer_id", "facts", "metadata", "verdict" FROM `releases`;--> statement-breakpoint
DROP TABLE `releases`;--> statement-breakpoint
ALTER TABLE `__new_releases` RENAME TO `releases`;--> statement-breakpoint
PRAGMA foreign_keys=ON;