ALTER TABLE `deliveries` DROP COLUMN `last_error`;--> statement-breakpoint
ALTER TABLE `delivery_attempts` DROP COLUMN `error`;