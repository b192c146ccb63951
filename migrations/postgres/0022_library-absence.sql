ALTER TABLE "fulfilments" ADD COLUMN "seen_in_library" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "library_items" ADD COLUMN "left_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "library_items" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
-- What the library had when it became available is known to have been there.
UPDATE "fulfilments" SET "seen_in_library" = true
WHERE "state" = 'available' AND ("left_library" OR EXISTS (
  SELECT 1 FROM "timeline" WHERE "timeline"."asin" = "fulfilments"."asin" AND "kind" = 'arrived'
));
