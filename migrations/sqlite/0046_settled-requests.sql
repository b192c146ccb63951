ALTER TABLE `requests` ADD `settled` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Earlier versions let requests wait for approval of a book that was there.
UPDATE `requests` SET `status` = 'approved', `settled` = 1, `declines` = 0
WHERE `status` = 'pending' AND EXISTS (
  SELECT 1 FROM `fulfilments`
  WHERE `fulfilments`.`asin` = `requests`.`asin` AND `state` = 'available' AND NOT `left_library`
);
