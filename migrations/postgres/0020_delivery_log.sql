ALTER TABLE "deliveries" ADD COLUMN "owner_id" text;--> statement-breakpoint
UPDATE deliveries SET owner_id = (SELECT owner_id FROM notification_targets WHERE notification_targets.id = deliveries.target_id);--> statement-breakpoint
CREATE INDEX "deliveries_owner_created" ON "deliveries" USING btree ("owner_id","created_at","id","state","event");--> statement-breakpoint
CREATE INDEX "deliveries_target_created" ON "deliveries" USING btree ("target_id","created_at","id","state","event");