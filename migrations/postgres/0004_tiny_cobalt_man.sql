ALTER TABLE "fulfilments" ADD COLUMN "by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "told_missing" boolean DEFAULT false NOT NULL;