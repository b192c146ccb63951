ALTER TABLE `audiobooks` ADD `status` text;--> statement-breakpoint
ALTER TABLE `audiobooks` ADD `requesters` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `audiobooks` ADD `pending` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `audiobooks` ADD `approved` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `audiobooks` ADD `declined` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `audiobooks` ADD `requested_at` integer;--> statement-breakpoint
UPDATE audiobooks SET title_key = substr(title_key, 1, 200), author_key = substr(author_key, 1, 200)
WHERE length(title_key) > 200 OR length(author_key) > 200;--> statement-breakpoint
CREATE TRIGGER requests_inserted AFTER INSERT ON requests BEGIN
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
    FROM requests WHERE asin = new.asin
  ) AS asked, (SELECT max(state) AS state FROM fulfilments WHERE asin = new.asin) AS work
  WHERE audiobooks.asin = new.asin;
END;--> statement-breakpoint
CREATE TRIGGER requests_updated AFTER UPDATE OF status, created_at ON requests BEGIN
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
    FROM requests WHERE asin = new.asin
  ) AS asked, (SELECT max(state) AS state FROM fulfilments WHERE asin = new.asin) AS work
  WHERE audiobooks.asin = new.asin;
END;--> statement-breakpoint
CREATE TRIGGER requests_deleted AFTER DELETE ON requests BEGIN
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
    FROM requests WHERE asin = old.asin
  ) AS asked, (SELECT max(state) AS state FROM fulfilments WHERE asin = old.asin) AS work
  WHERE audiobooks.asin = old.asin;
END;--> statement-breakpoint
CREATE TRIGGER fulfilments_inserted AFTER INSERT ON fulfilments BEGIN
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
    FROM requests WHERE asin = new.asin
  ) AS asked, (SELECT max(state) AS state FROM fulfilments WHERE asin = new.asin) AS work
  WHERE audiobooks.asin = new.asin;
END;--> statement-breakpoint
CREATE TRIGGER fulfilments_updated AFTER UPDATE OF state ON fulfilments BEGIN
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
    FROM requests WHERE asin = new.asin
  ) AS asked, (SELECT max(state) AS state FROM fulfilments WHERE asin = new.asin) AS work
  WHERE audiobooks.asin = new.asin;
END;--> statement-breakpoint
CREATE TRIGGER fulfilments_deleted AFTER DELETE ON fulfilments BEGIN
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
    FROM requests WHERE asin = old.asin
  ) AS asked, (SELECT max(state) AS state FROM fulfilments WHERE asin = old.asin) AS work
  WHERE audiobooks.asin = old.asin;
END;--> statement-breakpoint
UPDATE requests SET status = status;--> statement-breakpoint
UPDATE fulfilments SET state = state;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_date` ON `audiobooks` (`requested_at`,`asin`,`status`,`pending`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_title` ON `audiobooks` (`title_key`,`requested_at`,`asin`,`status`,`pending`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_author` ON `audiobooks` (`author_key`,`title_key`,`requested_at`,`asin`,`status`,`pending`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_oldest` ON `audiobooks` ((release_date is null),`release_date`,`requested_at`,`asin`,`status`,`pending`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_newest` ON `audiobooks` ((release_date is null),release_date desc,`requested_at`,`asin`,`status`,`pending`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_requesters` ON `audiobooks` (`requesters`,`requested_at`,`asin`,`status`,`pending`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_status` ON `audiobooks` (`status`,`requested_at`,`asin`,`pending`) WHERE requested_at is not null;--> statement-breakpoint
CREATE INDEX `audiobooks_listed_pending` ON `audiobooks` (`requested_at`,`asin`) WHERE pending > 0;--> statement-breakpoint
CREATE INDEX `release_searches_with_releases` ON `release_searches` (`asin`) WHERE state = 'finished' and found > 0;