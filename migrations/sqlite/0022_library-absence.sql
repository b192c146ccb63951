ALTER TABLE `fulfilments` ADD `seen_in_library` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `library_items` ADD `left_at` integer;--> statement-breakpoint
ALTER TABLE `library_items` ADD `returned_at` integer;--> statement-breakpoint
-- What the library had when it became available is known to have been there.
UPDATE `fulfilments` SET `seen_in_library` = 1
WHERE `state` = 'available' AND (`left_library` OR EXISTS (
  SELECT 1 FROM `timeline` WHERE `timeline`.`asin` = `fulfilments`.`asin` AND `kind` = 'arrived'
));
