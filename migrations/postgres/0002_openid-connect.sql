CREATE TABLE "oidc_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"browser_hash" text NOT NULL,
	"payload" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "id_token" text;--> statement-breakpoint
CREATE INDEX "oidc_attempts_expires_at" ON "oidc_attempts" USING btree ("expires_at");