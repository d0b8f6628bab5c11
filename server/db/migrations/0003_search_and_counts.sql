CREATE TABLE "tallies" (
	"name" text NOT NULL,
	"stripe" smallint NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "tallies_name_stripe_pk" PRIMARY KEY("name","stripe")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
CREATE INDEX "client_accounts_newest" ON "client_accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "client_accounts_to_activate" ON "client_accounts" USING btree ("created_at","id") WHERE not is_activated;--> statement-breakpoint
CREATE INDEX "client_accounts_iban" ON "client_accounts" USING btree ("iban" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "transactions_time" ON "transactions" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_subject" ON "idempotency_keys" USING btree ("subject_id") WHERE subject_id is not null;--> statement-breakpoint
CREATE INDEX "fees_open" ON "fees" USING btree ("created_at","id") WHERE status <> 'paid';--> statement-breakpoint
CREATE INDEX "loan_requests_state" ON "loan_requests" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "loan_requests_not_paid_out" ON "loan_requests" USING btree ("client_account_id") WHERE status <> 'rejected' and paid_out_at is null;--> statement-breakpoint
CREATE INDEX "withdrawal_requests_state" ON "withdrawal_requests" USING btree ("status","created_at","id");--> statement-breakpoint
-- Words as they are searched and ordered: no accents, no case, no punctuation, the same in every locale of the database. « Hélène
-- O'Brien-Faÿ » is « helene o brien fay ».
CREATE FUNCTION plain_text(p_text text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(
    lower(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f]', '', 'g')),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'))
$$;
--> statement-breakpoint
CREATE INDEX profiles_words ON profiles USING gin (to_tsvector('simple', plain_text(display_name)));
--> statement-breakpoint
CREATE INDEX profiles_order ON profiles (
  (plain_text(last_name) COLLATE "C"), (plain_text(first_name) COLLATE "C"), user_id
);
--> statement-breakpoint
CREATE INDEX users_words ON users USING gin (to_tsvector('simple', plain_text(email)));
--> statement-breakpoint
-- Keeps the tallies of a table's rows and of its open rows. Arguments: name of the first, name of the second, condition of the second.
-- Once per statement, so that a thousand rows written together cost one addition.
CREATE FUNCTION keep_tallies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_all bigint := 0;
  v_some bigint := 0;
  v_all_before bigint := 0;
  v_some_before bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    EXECUTE format('SELECT count(*), count(*) FILTER (WHERE %s) FROM rows_after', TG_ARGV[2]) INTO v_all, v_some;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    EXECUTE format('SELECT count(*), count(*) FILTER (WHERE %s) FROM rows_before', TG_ARGV[2])
      INTO v_all_before, v_some_before;
  END IF;
  INSERT INTO tallies AS t (name, stripe, value)
  SELECT change.name, pg_backend_pid() % 16, change.by
  FROM (VALUES (TG_ARGV[0], v_all - v_all_before), (TG_ARGV[1], v_some - v_some_before)) AS change (name, by)
  WHERE change.by <> 0
  ORDER BY change.name
  ON CONFLICT (name, stripe) DO UPDATE SET value = t.value + excluded.value;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER client_accounts_tally_insert AFTER INSERT ON client_accounts REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('clients', 'activated-clients', 'is_activated');
--> statement-breakpoint
CREATE TRIGGER client_accounts_tally_update AFTER UPDATE ON client_accounts REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('clients', 'activated-clients', 'is_activated');
--> statement-breakpoint
CREATE TRIGGER client_accounts_tally_delete AFTER DELETE ON client_accounts REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('clients', 'activated-clients', 'is_activated');
--> statement-breakpoint
CREATE TRIGGER loan_requests_tally_insert AFTER INSERT ON loan_requests REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('loans', 'open-loans', 'status in (''pending'', ''processing'')');
--> statement-breakpoint
CREATE TRIGGER loan_requests_tally_update AFTER UPDATE ON loan_requests REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('loans', 'open-loans', 'status in (''pending'', ''processing'')');
--> statement-breakpoint
CREATE TRIGGER loan_requests_tally_delete AFTER DELETE ON loan_requests REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('loans', 'open-loans', 'status in (''pending'', ''processing'')');
--> statement-breakpoint
CREATE TRIGGER withdrawal_requests_tally_insert AFTER INSERT ON withdrawal_requests REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('withdrawals', 'open-withdrawals', 'status in (''pending'', ''processing'', ''approved'')');
--> statement-breakpoint
CREATE TRIGGER withdrawal_requests_tally_update AFTER UPDATE ON withdrawal_requests REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('withdrawals', 'open-withdrawals', 'status in (''pending'', ''processing'', ''approved'')');
--> statement-breakpoint
CREATE TRIGGER withdrawal_requests_tally_delete AFTER DELETE ON withdrawal_requests REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('withdrawals', 'open-withdrawals', 'status in (''pending'', ''processing'', ''approved'')');
--> statement-breakpoint
CREATE TRIGGER fees_tally_insert AFTER INSERT ON fees REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('fees', 'open-fees', 'status <> ''paid''');
--> statement-breakpoint
CREATE TRIGGER fees_tally_update AFTER UPDATE ON fees REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('fees', 'open-fees', 'status <> ''paid''');
--> statement-breakpoint
CREATE TRIGGER fees_tally_delete AFTER DELETE ON fees REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('fees', 'open-fees', 'status <> ''paid''');
--> statement-breakpoint
INSERT INTO tallies (name, stripe, value)
SELECT 'clients', 0, count(*) FROM client_accounts
UNION ALL SELECT 'activated-clients', 0, count(*) FROM client_accounts WHERE is_activated
UNION ALL SELECT 'loans', 0, count(*) FROM loan_requests
UNION ALL SELECT 'open-loans', 0, count(*) FROM loan_requests WHERE status in ('pending', 'processing')
UNION ALL SELECT 'withdrawals', 0, count(*) FROM withdrawal_requests
UNION ALL SELECT 'open-withdrawals', 0, count(*) FROM withdrawal_requests WHERE status in ('pending', 'processing', 'approved')
UNION ALL SELECT 'fees', 0, count(*) FROM fees
UNION ALL SELECT 'open-fees', 0, count(*) FROM fees WHERE status <> 'paid';
