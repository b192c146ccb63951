ALTER TABLE `fulfilments` DROP COLUMN `error`;--> statement-breakpoint
ALTER TABLE `grabs` DROP COLUMN `error`;--> statement-breakpoint
ALTER TABLE `release_searches` DROP COLUMN `error`;