DROP INDEX `deliveries_state_updated`;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `event_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_target_event_unique` ON `deliveries` (`target_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `deliveries_ended_updated` ON `deliveries` (`state`,`updated_at`) WHERE state <> 'pending';--> statement-breakpoint
DROP INDEX `notification_targets_name_unique`;--> statement-breakpoint
ALTER TABLE `notification_targets` ADD `owner_id` text REFERENCES users(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `notification_targets` ADD `kind` text DEFAULT 'custom' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `notification_targets_owner_name_unique` ON `notification_targets` (`owner_id`,`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `notification_targets_name_unique` ON `notification_targets` (`name_key`) WHERE owner_id is null;