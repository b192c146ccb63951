CREATE TABLE "library_corrections" (
	"asin" text NOT NULL,
	"item_id" text NOT NULL,
	"said" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "library_corrections_asin_item_id_pk" PRIMARY KEY("asin","item_id")
);
--> statement-breakpoint
CREATE TABLE "library_items" (
	"id" text PRIMARY KEY NOT NULL,
	"connection_id" text NOT NULL,
	"facts" jsonb NOT NULL,
	"walk" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_keys" (
	"key" text NOT NULL,
	"item_id" text NOT NULL,
	CONSTRAINT "library_keys_key_item_id_pk" PRIMARY KEY("key","item_id")
);
--> statement-breakpoint
CREATE TABLE "library_walks" (
	"connection_id" text PRIMARY KEY NOT NULL,
	"complete_at" timestamp (3) with time zone,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "library_keys" ADD CONSTRAINT "library_keys_item_id_library_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."library_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "library_items_connection_walk" ON "library_items" USING btree ("connection_id","walk");--> statement-breakpoint
CREATE INDEX "library_items_first_seen" ON "library_items" USING btree ("first_seen_at");--> statement-breakpoint
CREATE INDEX "library_keys_item" ON "library_keys" USING btree ("item_id");