CREATE TABLE "blocked_releases" (
	"asin" text NOT NULL,
	"indexer_id" integer NOT NULL,
	"guid" text NOT NULL,
	"title" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blocked_releases_asin_indexer_id_guid_pk" PRIMARY KEY("asin","indexer_id","guid")
);
--> statement-breakpoint
CREATE TABLE "grabs" (
	"id" text PRIMARY KEY NOT NULL,
	"asin" text NOT NULL,
	"guid" text NOT NULL,
	"indexer_id" integer NOT NULL,
	"title" text NOT NULL,
	"facts" jsonb NOT NULL,
	"search_id" text,
	"state" text NOT NULL,
	"actor" text,
	"error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "indexers" (
	"name" text PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"settings" text NOT NULL,
	"file_digests" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_searches" (
	"id" text PRIMARY KEY NOT NULL,
	"asin" text NOT NULL,
	"state" text NOT NULL,
	"actor" text,
	"indexers" jsonb NOT NULL,
	"found" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"error" text,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"search_id" text NOT NULL,
	"rank" integer NOT NULL,
	"guid" text NOT NULL,
	"indexer_id" integer NOT NULL,
	"facts" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"verdict" jsonb NOT NULL,
	CONSTRAINT "releases_search_id_rank_pk" PRIMARY KEY("search_id","rank")
);
--> statement-breakpoint
ALTER TABLE "audiobooks" ADD COLUMN "hand_made_by" text;--> statement-breakpoint
ALTER TABLE "audiobooks" ADD COLUMN "info" text;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "misses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "stopped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "lease_owner" text;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "declines" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "timeline" ADD COLUMN "detail" jsonb;--> statement-breakpoint
ALTER TABLE "blocked_releases" ADD CONSTRAINT "blocked_releases_asin_audiobooks_asin_fk" FOREIGN KEY ("asin") REFERENCES "public"."audiobooks"("asin") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grabs" ADD CONSTRAINT "grabs_asin_audiobooks_asin_fk" FOREIGN KEY ("asin") REFERENCES "public"."audiobooks"("asin") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_searches" ADD CONSTRAINT "release_searches_asin_audiobooks_asin_fk" FOREIGN KEY ("asin") REFERENCES "public"."audiobooks"("asin") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_search_id_release_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."release_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "grabs_asin_created" ON "grabs" USING btree ("asin","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "grabs_one_under_way" ON "grabs" USING btree ("asin") WHERE state in ('sending', 'unconfirmed');--> statement-breakpoint
CREATE UNIQUE INDEX "grabs_release_once" ON "grabs" USING btree ("asin","indexer_id","guid") WHERE state in ('sending', 'unconfirmed', 'grabbed');--> statement-breakpoint
CREATE INDEX "release_searches_asin_started" ON "release_searches" USING btree ("asin","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "release_searches_one_running" ON "release_searches" USING btree ("asin") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "fulfilments_due" ON "fulfilments" USING btree ("state","next_try_at");