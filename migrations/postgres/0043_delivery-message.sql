ALTER TABLE "deliveries" RENAME COLUMN "variables" TO "message";
