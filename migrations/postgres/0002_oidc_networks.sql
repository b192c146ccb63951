ALTER TABLE "oidc_attempts" ADD COLUMN "network_hash" text;--> statement-breakpoint
CREATE INDEX "oidc_attempts_network" ON "oidc_attempts" USING btree ("network_hash","expires_at");