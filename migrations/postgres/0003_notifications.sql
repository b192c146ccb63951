DROP INDEX "deliveries_state_updated";--> statement-breakpoint
DROP INDEX "notification_targets_name_unique";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "event_id" text;--> statement-breakpoint
ALTER TABLE "notification_targets" ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "notification_targets" ADD COLUMN "kind" text DEFAULT 'custom' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_targets" ADD CONSTRAINT "notification_targets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_target_event_unique" ON "deliveries" USING btree ("target_id","event_id");--> statement-breakpoint
CREATE INDEX "deliveries_ended_updated" ON "deliveries" USING btree ("state","updated_at") WHERE state <> 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "notification_targets_owner_name_unique" ON "notification_targets" USING btree ("owner_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_targets_name_unique" ON "notification_targets" USING btree ("name_key") WHERE owner_id is null;