UPDATE audiobooks SET search_text = (
  SELECT coalesce(string_agg(DISTINCT substr(word, place, 32), ' '), '')
  FROM regexp_split_to_table(search_text, ' +') AS word,
    generate_series(1, CASE WHEN word ~ '[ก-໿က-႟ក-៿⺀-⿟々-〇ぁ-ヿ㐀-鿿豈-﫿𠀀-𿿿]' THEN length(word) ELSE 1 END) AS place
  WHERE word <> ''
)
WHERE search_text ~ '[ก-໿က-႟ក-៿⺀-⿟々-〇ぁ-ヿ㐀-鿿豈-﫿𠀀-𿿿]|[^ ]{33}';--> statement-breakpoint
DROP INDEX "audiobooks_listed_date";--> statement-breakpoint
DROP INDEX "audiobooks_listed_title";--> statement-breakpoint
DROP INDEX "audiobooks_listed_author";--> statement-breakpoint
DROP INDEX "audiobooks_listed_oldest";--> statement-breakpoint
DROP INDEX "audiobooks_listed_newest";--> statement-breakpoint
DROP INDEX "audiobooks_listed_requesters";--> statement-breakpoint
DROP INDEX "audiobooks_listed_status";--> statement-breakpoint
DROP INDEX "audiobooks_listed_pending";--> statement-breakpoint
ALTER TABLE "audiobooks" ADD COLUMN "number" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "audiobooks_number" ON "audiobooks" USING btree ("number");--> statement-breakpoint
CREATE INDEX "audiobooks_listed_date" ON "audiobooks" USING btree ("requested_at","asin","status","pending","number") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_title" ON "audiobooks" USING btree ("title_key","requested_at","asin","status","pending","number") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_author" ON "audiobooks" USING btree ("author_key","title_key","requested_at","asin","status","pending","number") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_oldest" ON "audiobooks" USING btree ((release_date is null),"release_date","requested_at","asin","status","pending","number") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_newest" ON "audiobooks" USING btree ((release_date is null),release_date desc,"requested_at","asin","status","pending","number") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_requesters" ON "audiobooks" USING btree ("requesters","requested_at","asin","status","pending","number") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_status" ON "audiobooks" USING btree ("status","requested_at","asin","pending","number") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_pending" ON "audiobooks" USING btree ("requested_at","asin","number") WHERE pending > 0;--> statement-breakpoint
CREATE FUNCTION words_of(words text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT array_to_tsvector(array_remove(string_to_array(words, ' '), '')) $$;--> statement-breakpoint
CREATE INDEX audiobooks_words ON audiobooks USING gin (words_of(search_text)) WITH (fastupdate = off)
WHERE requested_at is not null;
