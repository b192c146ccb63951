CREATE TABLE "former_connections" (
	"id" text PRIMARY KEY NOT NULL,
	"driver" text NOT NULL,
	"name" text NOT NULL,
	"server" text NOT NULL,
	"removed_at" timestamp (3) with time zone NOT NULL
);
