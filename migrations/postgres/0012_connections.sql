CREATE TABLE "connections" (
	"id" text PRIMARY KEY NOT NULL,
	"driver" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"enabled" boolean NOT NULL,
	"priority" integer NOT NULL,
	"settings" text NOT NULL,
	"reachable" boolean,
	"status_since" timestamp (3) with time zone,
	"last_ok_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"cause" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "connections_name_unique" ON "connections" USING btree ("name_key");