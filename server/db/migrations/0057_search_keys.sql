CREATE UNIQUE INDEX "proposals_number" ON "proposals" USING btree ("number");--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "phone_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "latin_name" text;--> statement-breakpoint
CREATE INDEX "fees_amount" ON "fees" USING btree ("currency","amount");--> statement-breakpoint
CREATE INDEX "loan_requests_amount" ON "loan_requests" USING btree ("currency","amount");--> statement-breakpoint
CREATE INDEX "withdrawal_requests_amount" ON "withdrawal_requests" USING btree ("currency","amount");--> statement-breakpoint
-- A client writes their own number, and what it is found by with it.
GRANT UPDATE (phone_keys, latin_name) ON profiles TO guichet_client;
--> statement-breakpoint
-- What requests are searched by, kept by triggers (server/db/search.sql) like the words of clients.
ALTER TABLE loan_requests ADD COLUMN words tsvector NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE withdrawal_requests ADD COLUMN words tsvector NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE fees ADD COLUMN words tsvector NOT NULL DEFAULT '';
--> statement-breakpoint
-- The keys of numbers that are there already, as domain/search/phone-key.ts makes them. A number of another country without its calling code, and a
-- name in letters that are not Latin, get theirs when the profile is next saved.
UPDATE profiles p SET phone_keys = ARRAY[k.key]
FROM (
  SELECT user_id, CASE WHEN is_international AND code IS NULL THEN digits
    ELSE regexp_replace(substr(digits, 1 + coalesce(length(code), 0)), '^0', '') END AS key
  FROM (
    SELECT user_id, is_international, digits,
      CASE WHEN is_international OR length(digits) >= 11 THEN substring(digits FROM '^(33|262|508|590|594|596)') END AS code
    FROM (
      SELECT user_id, bare ~ '^(\+|00)' AS is_international, regexp_replace(bare, '^(\+|00)', '') AS digits
      FROM (SELECT user_id, regexp_replace(replace(phone, '(0)', ''), '[^0-9+]', '', 'g') AS bare FROM profiles WHERE phone IS NOT NULL) written
    ) numbered
  ) coded
) k
WHERE k.user_id = p.user_id AND length(k.key) >= 4;
--> statement-breakpoint
UPDATE client_accounts a SET words = a.words || array_to_tsvector(
  string_to_array(plain_text(regexp_replace(p.display_name, '[''’‘ʼ`´]', '', 'g')), ' ')
  || ARRAY['~l' || reverse(split_part(lower(u.email), '@', 1)), '~d' || split_part(lower(u.email), '@', 2)]
  || (SELECT coalesce(array_agg('~p' || substr(key, n)), '{}') FROM unnest(p.phone_keys) key, generate_series(1, length(key) - 3) n)
  || (SELECT coalesce(array_agg('~i' || substr(a.iban, n, 4)), '{}') FROM generate_series(1, length(a.iban) - 3) n)
  || CASE WHEN a.iban IS NULL THEN '{}'::text[] ELSE ARRAY['~e' || right(a.iban, 4)] END)
FROM profiles p JOIN users u ON u.id = p.user_id
WHERE p.user_id = a.user_id;
--> statement-breakpoint
UPDATE loan_requests SET words = array_to_tsvector(array_remove(string_to_array(
  plain_text(purpose) || ' ' || plain_text(regexp_replace(purpose, '[''’‘ʼ`´]', '', 'g')), ' '), ''));
--> statement-breakpoint
UPDATE withdrawal_requests SET words = array_to_tsvector(
  array_remove(string_to_array(
    plain_text(coalesce(recipient_name, '') || ' ' || client_bank_name) || ' '
      || plain_text(regexp_replace(coalesce(recipient_name, '') || ' ' || client_bank_name, '[''’‘ʼ`´]', '', 'g')), ' '), '')
  || (SELECT coalesce(array_agg('~i' || substr(client_iban, n, 4)), '{}') FROM generate_series(1, length(client_iban) - 3) n)
  || ('~e' || right(client_iban, 4)));
--> statement-breakpoint
UPDATE fees SET words = array_to_tsvector(array_remove(string_to_array(
  plain_text(description) || ' ' || plain_text(regexp_replace(description, '[''’‘ʼ`´]', '', 'g')), ' '), ''));
--> statement-breakpoint
-- What was written lately waits in a list that every search reads whole: it is kept short.
CREATE INDEX loan_requests_words ON loan_requests USING gin (words) WITH (gin_pending_list_limit = 128);
--> statement-breakpoint
CREATE INDEX withdrawal_requests_words ON withdrawal_requests USING gin (words) WITH (gin_pending_list_limit = 128);
--> statement-breakpoint
CREATE INDEX fees_words ON fees USING gin (words) WITH (gin_pending_list_limit = 128);
--> statement-breakpoint
ALTER INDEX client_accounts_words SET (gin_pending_list_limit = 128);
