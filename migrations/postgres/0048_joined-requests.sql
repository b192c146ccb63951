ALTER TABLE "requests" ADD COLUMN "joined" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Of earlier versions only the order of requests is known.
UPDATE "requests" SET "joined" = true
WHERE "status" = 'approved' AND EXISTS (
  SELECT 1 FROM "requests" AS "earlier"
  WHERE "earlier"."asin" = "requests"."asin" AND "earlier"."status" = 'approved'
    AND ("earlier"."created_at", "earlier"."id") < ("requests"."created_at", "requests"."id")
);
