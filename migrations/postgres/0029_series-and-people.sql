CREATE TABLE "book_people" (
	"asin" text NOT NULL,
	"person_id" text NOT NULL,
	"role" text NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "book_people_asin_role_person_id_pk" PRIMARY KEY("asin","role","person_id")
);
--> statement-breakpoint
CREATE TABLE "book_series" (
	"asin" text NOT NULL,
	"series_id" text NOT NULL,
	"position" text,
	"place" integer,
	CONSTRAINT "book_series_asin_series_id_pk" PRIMARY KEY("asin","series_id")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series" (
	"id" text PRIMARY KEY NOT NULL,
	"region" text NOT NULL,
	"asin" text,
	"title" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audiobooks" ADD COLUMN "linked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "book_people" ADD CONSTRAINT "book_people_asin_audiobooks_asin_fk" FOREIGN KEY ("asin") REFERENCES "public"."audiobooks"("asin") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_people" ADD CONSTRAINT "book_people_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_series" ADD CONSTRAINT "book_series_asin_audiobooks_asin_fk" FOREIGN KEY ("asin") REFERENCES "public"."audiobooks"("asin") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_series" ADD CONSTRAINT "book_series_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_people_person" ON "book_people" USING btree ("person_id","role","asin");--> statement-breakpoint
CREATE INDEX "book_series_place" ON "book_series" USING btree ("series_id","place","asin");--> statement-breakpoint
CREATE INDEX "audiobooks_unlinked" ON "audiobooks" USING btree ("asin") WHERE not linked;