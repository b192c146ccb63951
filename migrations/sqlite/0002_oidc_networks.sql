ALTER TABLE `oidc_attempts` ADD `network_hash` text;--> statement-breakpoint
CREATE INDEX `oidc_attempts_network` ON `oidc_attempts` (`network_hash`,`expires_at`);