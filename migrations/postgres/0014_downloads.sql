CREATE TABLE "download_polls" (
	"connection_id" text PRIMARY KEY NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"failures" integer NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"grab_id" text PRIMARY KEY NOT NULL,
	"asin" text NOT NULL,
	"current" boolean NOT NULL,
	"title" text NOT NULL,
	"protocol" text NOT NULL,
	"connection_id" text,
	"client" text,
	"download_id" text,
	"found_by" text,
	"state" text NOT NULL,
	"percent" integer,
	"speed" integer,
	"seconds_left" integer,
	"cause" jsonb,
	"stalled_since" timestamp (3) with time zone,
	"missing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blocked_releases" ADD COLUMN "cause" jsonb;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_grab_id_grabs_id_fk" FOREIGN KEY ("grab_id") REFERENCES "public"."grabs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_asin_audiobooks_asin_fk" FOREIGN KEY ("asin") REFERENCES "public"."audiobooks"("asin") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "downloads_state_changed" ON "downloads" USING btree ("state","changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "downloads_one_current" ON "downloads" USING btree ("asin") WHERE current;