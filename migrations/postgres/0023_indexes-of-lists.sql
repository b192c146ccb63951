DROP INDEX "deliveries_target_updated";--> statement-breakpoint
DROP INDEX "audit_entries_at";--> statement-breakpoint
DROP INDEX "audit_entries_kind_at";--> statement-breakpoint
CREATE INDEX "deliveries_target_state_updated" ON "deliveries" USING btree ("target_id","state","updated_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_kind_at" ON "audit_entries" USING btree ("kind","at","id");