DROP INDEX `audiobooks_listed_date`;--> statement-breakpoint
DROP INDEX `audiobooks_listed_title`;--> statement-breakpoint
DROP INDEX `audiobooks_listed_author`;--> statement-breakpoint
DROP INDEX `audiobooks_listed_oldest`;--> statement-breakpoint
DROP INDEX `audiobooks_listed_newest`;--> statement-breakpoint
DROP INDEX `audiobooks_listed_requesters`;--> statement-breakpoint
DROP INDEX `audiobooks_listed_status`;--> statement-breakpoint
DROP INDEX `audiobooks_listed_pending`;--> statement-breakpoint
ALTER TABLE `audiobooks` ADD `number` integer;--> statement-breakpoint
UPDATE audiobooks SET number = rowid WHERE requested_at IS NOT NULL;--> statement-breakpoint
UPDATE audiobooks SET search_text = (
  WITH RECURSIVE parts (part, unspaced) AS (
    SELECT value, value GLOB '*[ก-໿က-႟ក-៿⺀-⿟々-〇ぁ-ヿ㐀-鿿豈-﫿𠀀-𿿿]*'
    FROM json_each('["' || replace(audiobooks.search_text, ' ', '","') || '"]')
    UNION
    SELECT substr(part, 2), unspaced FROM parts WHERE unspaced AND length(part) > 1
  )
  SELECT coalesce(group_concat(word, ' '), '')
  FROM (SELECT DISTINCT substr(part, 1, 32) AS word FROM parts WHERE part <> '')
)
WHERE length(CAST(search_text AS blob)) > length(search_text) AND search_text GLOB '*[ก-໿က-႟ក-៿⺀-⿟々-〇ぁ-ヿ㐀-鿿豈-﫿𠀀-𿿿]*';--> statement-breakpoint
CREATE UNIQUE INDEX `audiobooks_number` ON `audiobooks` (`number`);--> statement-breakpoint
CREATE INDEX `audiobooks_listed_date` ON `audiobooks` (`requested_at`,`asin`,`status`,`pending`,`number`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_title` ON `audiobooks` (`title_key`,`requested_at`,`asin`,`status`,`pending`,`number`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_author` ON `audiobooks` (`author_key`,`title_key`,`requested_at`,`asin`,`status`,`pending`,`number`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_oldest` ON `audiobooks` ((release_date is null),`release_date`,`requested_at`,`asin`,`status`,`pending`,`number`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_newest` ON `audiobooks` ((release_date is null),release_date desc,`requested_at`,`asin`,`status`,`pending`,`number`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_requesters` ON `audiobooks` (`requesters`,`requested_at`,`asin`,`status`,`pending`,`number`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_status` ON `audiobooks` (`status`,`requested_at`,`asin`,`pending`,`number`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_pending` ON `audiobooks` (`requested_at`,`asin`,`number`) WHERE pending > 0;--> statement-breakpoint
CREATE VIRTUAL TABLE book_words USING fts5(words, content='', contentless_delete=1, detail=none, prefix='1 2 3', tokenize="ascii tokenchars '$+<=>^|~'");--> statement-breakpoint
INSERT INTO book_words (rowid, words) SELECT number, search_text FROM audiobooks WHERE requested_at IS NOT NULL;--> statement-breakpoint
INSERT INTO book_words (book_words) VALUES ('optimize');--> statement-breakpoint
CREATE TRIGGER audiobooks_words_changed AFTER UPDATE OF requested_at, search_text ON audiobooks
WHEN (new.requested_at IS NULL) <> (old.requested_at IS NULL)
  OR (new.requested_at IS NOT NULL AND new.search_text <> old.search_text)
BEGIN
  DELETE FROM book_words WHERE old.requested_at IS NOT NULL AND rowid = old.number;
  UPDATE audiobooks SET number = (SELECT coalesce(max(number), 0) + 1 FROM audiobooks)
  WHERE asin = new.asin AND number IS NULL;
  INSERT INTO book_words (rowid, words)
  SELECT number, search_text FROM audiobooks WHERE asin = new.asin AND requested_at IS NOT NULL;
END;--> statement-breakpoint
CREATE TRIGGER audiobooks_words_deleted AFTER DELETE ON audiobooks WHEN old.number IS NOT NULL BEGIN
  DELETE FROM book_words WHERE rowid = old.number;
END;
