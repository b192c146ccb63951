ALTER TABLE "library_walks" ADD COLUMN "looked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "library_walks" ADD COLUMN "scanned_at" timestamp (3) with time zone;