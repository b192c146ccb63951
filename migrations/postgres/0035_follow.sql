CREATE TABLE "followed" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"region" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"looked_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "followed_books" (
	"followed_id" text NOT NULL,
	"asin" text NOT NULL,
	"announced" boolean NOT NULL,
	"release_date" text,
	"book" jsonb,
	CONSTRAINT "followed_books_followed_id_asin_pk" PRIMARY KEY("followed_id","asin")
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"followed_id" text NOT NULL,
	"requests" boolean NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inbox_items" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"code" text NOT NULL,
	"asin" text NOT NULL,
	"book" jsonb NOT NULL,
	"followed" text NOT NULL,
	"read" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"request_at" timestamp (3) with time zone,
	"outcome" text
);
--> statement-breakpoint
ALTER TABLE "followed_books" ADD CONSTRAINT "followed_books_followed_id_followed_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."followed"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_followed_id_followed_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."followed"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "followed_due_at" ON "followed" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "followed_books_release" ON "followed_books" USING btree ("followed_id","release_date");--> statement-breakpoint
CREATE UNIQUE INDEX "follows_user_followed_unique" ON "follows" USING btree ("user_id","followed_id");--> statement-breakpoint
CREATE INDEX "follows_followed" ON "follows" USING btree ("followed_id");--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_items_user_book_unique" ON "inbox_items" USING btree ("user_id","asin","code");--> statement-breakpoint
CREATE INDEX "inbox_items_user_at" ON "inbox_items" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "inbox_items_unread" ON "inbox_items" USING btree ("user_id") WHERE not read;--> statement-breakpoint
CREATE INDEX "inbox_items_request_at" ON "inbox_items" USING btree ("request_at") WHERE request_at is not null;--> statement-breakpoint
CREATE INDEX "inbox_items_at" ON "inbox_items" USING btree ("at");