ALTER TABLE "fulfilments" ADD COLUMN "cause" jsonb;--> statement-breakpoint
ALTER TABLE "grabs" ADD COLUMN "cause" jsonb;--> statement-breakpoint
ALTER TABLE "release_searches" ADD COLUMN "cause" jsonb;--> statement-breakpoint
CREATE TABLE "__known_causes" ("text" text PRIMARY KEY NOT NULL, "cause" jsonb NOT NULL);--> statement-breakpoint
INSERT INTO "__known_causes" ("text", "cause") VALUES
  ('It failed unexpectedly; the log of the server says more.', '{"code": "unexpected", "params": {}}'),
  ('It failed unexpectedly; see the log.', '{"code": "unexpected", "params": {}}'),
  ('failed unexpectedly; the log of the server says more', '{"code": "unexpected", "params": {}}'),
  ('No indexer answered.', '{"code": "none_answered", "params": {}}'),
  ('There is no indexer to ask: Prowlarr has none that is switched on and chosen.', '{"code": "no_indexers", "params": {"service": "Prowlarr"}}'),
  ('no answer within 60 s', '{"code": "no_answer_within", "params": {"seconds": 60}}'),
  ('It failed just now. Prowlarr’s log says why.', '{"code": "indexer_failed", "params": {"service": "Prowlarr"}}'),
  ('The server ended in the middle of it.', '{"code": "search_interrupted", "params": {}}'),
  ('What is looked for was corrected meanwhile.', '{"code": "corrected", "params": {}}'),
  ('The server was held up before it could be sent.', '{"code": "grab_delayed", "params": {}}'),
  ('The server ended before the answer came.', '{"code": "grab_interrupted", "params": {}}'),
  ('Prowlarr has forgotten this release and did not find it again.', '{"code": "release_forgotten", "params": {"service": "Prowlarr"}}'),
  ('It is not in the history of Prowlarr.', '{"code": "not_in_history", "params": {"service": "Prowlarr"}}'),
  ('An administrator says that it did not arrive.', '{"code": "not_arrived", "params": {}}'),
  ('The download failed.', '{"code": "download_failed", "params": {}}'),
  ('Prowlarr did not answer in time.', '{"code": "no_answer_in_time", "params": {"service": "Prowlarr"}}'),
  ('Prowlarr’s answer cannot be read.', '{"code": "answer_unreadable", "params": {"service": "Prowlarr"}}'),
  ('Prowlarr’s answer is about something else than the release.', '{"code": "answer_of_another_release", "params": {"service": "Prowlarr"}}'),
  ('Prowlarr is not set up, or switched off, in the settings.', '{"code": "not_set_up", "params": {"service": "Prowlarr"}}'),
  ('Prowlarr did not answer within 15 seconds.', '{"code": "timed_out", "params": {"service": "Prowlarr", "seconds": 15}}'),
  ('Prowlarr did not answer within 60 seconds.', '{"code": "timed_out", "params": {"service": "Prowlarr", "seconds": 60}}'),
  ('Prowlarr’s answer broke off in the middle.', '{"code": "answer_cut_off", "params": {"service": "Prowlarr"}}'),
  ('Prowlarr refuses the API key. Copy it from Settings → General in Prowlarr.', '{"code": "wrong_key", "params": {"service": "Prowlarr"}}'),
  ('Prowlarr cannot be reached: nothing listens at the address. Check the base URL and that Prowlarr runs.', '{"code": "unreachable_address", "params": {"service": "Prowlarr", "failure": "ECONNREFUSED"}}'),
  ('Prowlarr cannot be reached: nothing listens at the address.', '{"code": "unreachable", "params": {"service": "Prowlarr", "failure": "ECONNREFUSED"}}'),
  ('Prowlarr cannot be reached: the host of the address is not known. Check the base URL and that Prowlarr runs.', '{"code": "unreachable_address", "params": {"service": "Prowlarr", "failure": "ENOTFOUND"}}'),
  ('Prowlarr cannot be reached: the host of the address is not known.', '{"code": "unreachable", "params": {"service": "Prowlarr", "failure": "ENOTFOUND"}}'),
  ('Prowlarr cannot be reached: the connection broke off. Check the base URL and that Prowlarr runs.', '{"code": "unreachable_address", "params": {"service": "Prowlarr", "failure": "ECONNRESET"}}'),
  ('Prowlarr cannot be reached: the connection broke off.', '{"code": "unreachable", "params": {"service": "Prowlarr", "failure": "ECONNRESET"}}'),
  ('Prowlarr cannot be reached: the host of the address does not answer. Check the base URL and that Prowlarr runs.', '{"code": "unreachable_address", "params": {"service": "Prowlarr", "failure": "ETIMEDOUT"}}'),
  ('Prowlarr cannot be reached: the host of the address does not answer.', '{"code": "unreachable", "params": {"service": "Prowlarr", "failure": "ETIMEDOUT"}}'),
  ('Prowlarr cannot be reached: the host of the address cannot be reached. Check the base URL and that Prowlarr runs.', '{"code": "unreachable_address", "params": {"service": "Prowlarr", "failure": "EHOSTUNREACH"}}'),
  ('Prowlarr cannot be reached: the host of the address cannot be reached.', '{"code": "unreachable", "params": {"service": "Prowlarr", "failure": "EHOSTUNREACH"}}'),
  ('Prowlarr cannot be reached: the name of the host cannot be looked up at the moment. Check the base URL and that Prowlarr runs.', '{"code": "unreachable_address", "params": {"service": "Prowlarr", "failure": "EAI_AGAIN"}}'),
  ('Prowlarr cannot be reached: the name of the host cannot be looked up at the moment.', '{"code": "unreachable", "params": {"service": "Prowlarr", "failure": "EAI_AGAIN"}}');--> statement-breakpoint
UPDATE "fulfilments" SET "cause" = coalesce((SELECT "cause" FROM "__known_causes" WHERE "text" = "fulfilments"."error"), jsonb_build_object('code', 'other', 'params', jsonb_build_object('text', "fulfilments"."error"))) WHERE "error" IS NOT NULL;--> statement-breakpoint
UPDATE "grabs" SET "cause" = coalesce((SELECT "cause" FROM "__known_causes" WHERE "text" = "grabs"."error"), jsonb_build_object('code', 'other', 'params', jsonb_build_object('text', "grabs"."error"))) WHERE "error" IS NOT NULL;--> statement-breakpoint
UPDATE "release_searches" SET "cause" = coalesce((SELECT "cause" FROM "__known_causes" WHERE "text" = "release_searches"."error"), jsonb_build_object('code', 'other', 'params', jsonb_build_object('text', "release_searches"."error"))) WHERE "error" IS NOT NULL;--> statement-breakpoint
UPDATE "release_searches" SET "indexers" = coalesce((
  SELECT jsonb_agg(("entry"."value" - 'error') || jsonb_build_object('cause',
    CASE WHEN "entry"."value" ->> 'error' IS NULL THEN 'null'::jsonb ELSE coalesce((SELECT "cause" FROM "__known_causes" WHERE "text" = ("entry"."value" ->> 'error')), jsonb_build_object('code', 'other', 'params', jsonb_build_object('text', ("entry"."value" ->> 'error')))) END) ORDER BY "entry"."place")
  FROM jsonb_array_elements("release_searches"."indexers") WITH ORDINALITY AS "entry"("value", "place")
), '[]'::jsonb);--> statement-breakpoint
UPDATE "timeline" SET "detail" = ("detail" - 'reason') || jsonb_build_object('cause', coalesce((SELECT "cause" FROM "__known_causes" WHERE "text" = ("timeline"."detail" ->> 'reason')), jsonb_build_object('code', 'other', 'params', jsonb_build_object('text', ("timeline"."detail" ->> 'reason')))))
WHERE ("timeline"."detail" ->> 'reason') IS NOT NULL AND "kind" IN ('searched', 'search_failed', 'grab_rejected', 'grab_unconfirmed', 'failed')
  AND ("kind" <> 'failed' OR "actor" IS NULL OR ("timeline"."detail" ->> 'reason') = 'The download failed.');--> statement-breakpoint
DROP TABLE "__known_causes";
