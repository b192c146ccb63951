CREATE TABLE "list_entries" (
	"list_id" text NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"author" text,
	"identifier" text,
	"state" text NOT NULL,
	"selected" boolean NOT NULL,
	"requesting" boolean NOT NULL,
	"asin" text,
	"candidates" jsonb,
	"refusal" jsonb,
	CONSTRAINT "list_entries_list_id_number_pk" PRIMARY KEY("list_id","number")
);
--> statement-breakpoint
CREATE TABLE "lists" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text,
	"source" text NOT NULL,
	"region" text NOT NULL,
	"open" boolean NOT NULL,
	"turn_at" timestamp (3) with time zone NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"pause" jsonb,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "list_entries" ADD CONSTRAINT "list_entries_list_id_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lists" ADD CONSTRAINT "lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_entries_state" ON "list_entries" USING btree ("list_id","state","number");--> statement-breakpoint
CREATE INDEX "list_entries_counted" ON "list_entries" USING btree ("list_id","state","selected","requesting","refusal");--> statement-breakpoint
CREATE INDEX "lists_user_created_at" ON "lists" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "lists_open" ON "lists" USING btree ("open","turn_at");--> statement-breakpoint
CREATE INDEX "lists_updated_at" ON "lists" USING btree ("updated_at");