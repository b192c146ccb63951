ALTER TABLE `library_walks` ADD `looked_at` integer;--> statement-breakpoint
ALTER TABLE `library_walks` ADD `scanned_at` integer;