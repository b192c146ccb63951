ALTER TABLE "fulfilments" RENAME COLUMN "next_try_at" TO "next_attempt_at";--> statement-breakpoint
ALTER TABLE "fulfilments" RENAME COLUMN "by_hand" TO "at_once";--> statement-breakpoint
ALTER TABLE "lists" RENAME COLUMN "next_try_at" TO "next_attempt_at";
