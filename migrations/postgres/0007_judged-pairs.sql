CREATE TABLE "judged_pairs" (
	"id" text PRIMARY KEY NOT NULL,
	"asin" text NOT NULL,
	"indexer_id" integer NOT NULL,
	"guid" text NOT NULL,
	"said" text NOT NULL,
	"book" jsonb NOT NULL,
	"offer" jsonb NOT NULL,
	"verdict" jsonb NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "judged_pairs_release" ON "judged_pairs" USING btree ("asin","indexer_id","guid");--> statement-breakpoint
CREATE INDEX "judged_pairs_at" ON "judged_pairs" USING btree ("at","id");