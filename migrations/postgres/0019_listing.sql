ALTER TABLE "audiobooks" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "audiobooks" ADD COLUMN "requesters" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audiobooks" ADD COLUMN "pending" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audiobooks" ADD COLUMN "approved" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audiobooks" ADD COLUMN "declined" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audiobooks" ADD COLUMN "requested_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE audiobooks SET title_key = substr(title_key, 1, 200), author_key = substr(author_key, 1, 200)
WHERE length(title_key) > 200 OR length(author_key) > 200;--> statement-breakpoint
CREATE FUNCTION audiobooks_stand(stood text) RETURNS void LANGUAGE sql AS $$
UPDATE audiobooks SET
  status = case
    when work.state is not null then work.state
    when asked.approved > 0 then 'waiting'
    when asked.pending > 0 then 'waiting_for_approval'
    when asked.declined > 0 then 'declined'
  end,
  requesters = asked.requesters,
  pending = asked.pending,
  approved = asked.approved,
  declined = asked.declined,
  requested_at = asked.requested_at
FROM (
  SELECT
    count(*) AS requesters,
    count(CASE WHEN status = 'pending' THEN 1 END) AS pending,
    count(CASE WHEN status = 'approved' THEN 1 END) AS approved,
    count(CASE WHEN status = 'declined' THEN 1 END) AS declined,
    max(created_at) AS requested_at
  FROM requests WHERE asin = stood
) AS asked, (SELECT max(state) AS state FROM fulfilments WHERE asin = stood) AS work
WHERE audiobooks.asin = stood;
$$;--> statement-breakpoint
CREATE FUNCTION audiobooks_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM audiobooks_stand(CASE WHEN TG_OP = 'DELETE' THEN OLD.asin ELSE NEW.asin END);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER requests_changed AFTER INSERT OR UPDATE OF status, created_at OR DELETE ON requests FOR EACH ROW EXECUTE FUNCTION audiobooks_changed();--> statement-breakpoint
CREATE TRIGGER fulfilments_changed AFTER INSERT OR UPDATE OF state OR DELETE ON fulfilments FOR EACH ROW EXECUTE FUNCTION audiobooks_changed();--> statement-breakpoint
UPDATE requests SET status = status;--> statement-breakpoint
UPDATE fulfilments SET state = state;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_date" ON "audiobooks" USING btree ("requested_at","asin","status","pending") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_title" ON "audiobooks" USING btree ("title_key","requested_at","asin","status","pending") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_author" ON "audiobooks" USING btree ("author_key","title_key","requested_at","asin","status","pending") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_oldest" ON "audiobooks" USING btree ((release_date is null),"release_date","requested_at","asin","status","pending") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_newest" ON "audiobooks" USING btree ((release_date is null),release_date desc,"requested_at","asin","status","pending") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_requesters" ON "audiobooks" USING btree ("requesters","requested_at","asin","status","pending") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_status" ON "audiobooks" USING btree ("status","requested_at","asin","pending") WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX "audiobooks_listed_pending" ON "audiobooks" USING btree ("requested_at","asin") WHERE pending > 0;--> statement-breakpoint
CREATE INDEX "release_searches_with_releases" ON "release_searches" USING btree ("asin") WHERE state = 'finished' and found > 0;