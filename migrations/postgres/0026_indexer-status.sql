ALTER TABLE "indexers" ADD COLUMN "reachable" boolean;--> statement-breakpoint
ALTER TABLE "indexers" ADD COLUMN "status_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "indexers" ADD COLUMN "last_ok_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "indexers" ADD COLUMN "last_failure_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "indexers" ADD COLUMN "cause" jsonb;