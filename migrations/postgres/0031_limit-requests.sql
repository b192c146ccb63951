CREATE TABLE "quota_uses" (
	"user_id" text NOT NULL,
	"asin" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quota_uses_user_id_asin_pk" PRIMARY KEY("user_id","asin")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "quota" jsonb;--> statement-breakpoint
ALTER TABLE "quota_uses" ADD CONSTRAINT "quota_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quota_uses_user_at" ON "quota_uses" USING btree ("user_id","at");--> statement-breakpoint
-- What was requested before counts as well.
INSERT INTO "quota_uses" ("user_id", "asin", "at")
SELECT "user_id", "asin", "created_at" FROM "requests" WHERE "status" <> 'declined';
