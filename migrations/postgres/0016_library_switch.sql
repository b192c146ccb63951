DROP INDEX "library_items_connection_walk";--> statement-breakpoint
DROP INDEX "library_items_first_seen";--> statement-breakpoint
ALTER TABLE "library_walks" ADD COLUMN "off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "library_items_connection_id" ON "library_items" USING btree ("connection_id","id");--> statement-breakpoint
ALTER TABLE "library_items" DROP COLUMN "walk";