ALTER TABLE "download_polls" ADD COLUMN "cause" jsonb;--> statement-breakpoint
ALTER TABLE "download_polls" ADD COLUMN "asked_until" timestamp (3) with time zone;