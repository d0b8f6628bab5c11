-- The books: written by one function, refused to anyone else's hand. PostgreSQL 15 and PGlite alike.

ALTER TABLE ledger_accounts
  ADD CONSTRAINT ledger_accounts_floor CHECK (floor IS NULL OR balance >= floor),
  ADD CONSTRAINT ledger_accounts_house_has_no_floor CHECK (kind = 'client' OR floor IS NULL);
--> statement-breakpoint
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_not_zero CHECK (amount <> 0);
--> statement-breakpoint
-- Posts one transaction in one round trip. Accounts are locked in order of id, so that two postings never wait for each other in a
-- circle. House accounts are opened at their first use. p_entries: [{"code","currency","amount"}, …].
CREATE FUNCTION ledger_post(
  p_id uuid, p_event text, p_cause uuid, p_author uuid, p_at timestamptz, p_entries jsonb
) RETURNS TABLE (account_id uuid, sequence bigint, balance_after bigint)
LANGUAGE plpgsql AS $$
DECLARE
  v_expected int := jsonb_array_length(p_entries);
  v_moved int;
BEGIN
  INSERT INTO ledger_transactions (id, event, cause_id, author_id, occurred_at)
  VALUES (p_id, p_event, p_cause, p_author, p_at);

  INSERT INTO ledger_accounts (id, code, kind, currency)
  SELECT md5(e.code)::uuid, e.code, 'house', e.currency
  FROM jsonb_to_recordset(p_entries) AS e(code text, currency text, amount bigint)
  WHERE e.code LIKE 'house:%' AND NOT EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.code = e.code)
  ON CONFLICT (code) DO NOTHING;

  PERFORM 1 FROM ledger_accounts a
  WHERE a.code IN (SELECT e.code FROM jsonb_to_recordset(p_entries) AS e(code text))
  ORDER BY a.id FOR UPDATE;

  RETURN QUERY
  WITH moved AS (
    UPDATE ledger_accounts a SET balance = a.balance + e.amount, sequence = a.sequence + 1
    FROM jsonb_to_recordset(p_entries) AS e(code text, currency text, amount bigint)
    WHERE a.code = e.code AND a.currency = e.currency
    RETURNING a.id, a.sequence, a.balance, e.amount, e.currency
  )
  INSERT INTO ledger_entries AS l (account_id, sequence, transaction_id, amount, currency, balance_after)
  SELECT moved.id, moved.sequence, p_id, moved.amount, moved.currency, moved.balance FROM moved
  RETURNING l.account_id, l.sequence, l.balance_after;

  GET DIAGNOSTICS v_moved = ROW_COUNT;
  IF v_moved <> v_expected THEN
    RAISE EXCEPTION 'ledger: % of % entries found their account', v_moved, v_expected USING ERRCODE = 'P0002';
  END IF;
END $$;
--> statement-breakpoint
-- At commit: the entries of a transaction sum to zero in each currency, and each entry continues its account without a gap.
CREATE FUNCTION ledger_entry_holds() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_previous bigint;
BEGIN
  IF EXISTS (
    SELECT 1 FROM ledger_entries WHERE transaction_id = NEW.transaction_id GROUP BY currency HAVING sum(amount) <> 0
  ) THEN
    RAISE EXCEPTION 'ledger: transaction % does not sum to zero', NEW.transaction_id USING ERRCODE = '23514';
  END IF;
  IF NEW.sequence = 1 THEN
    v_previous := 0;
  ELSE
    SELECT balance_after INTO v_previous FROM ledger_entries
    WHERE account_id = NEW.account_id AND sequence = NEW.sequence - 1;
  END IF;
  IF v_previous IS NULL OR v_previous + NEW.amount <> NEW.balance_after THEN
    RAISE EXCEPTION 'ledger: entry % of account % does not continue it', NEW.sequence, NEW.account_id USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entries_hold AFTER INSERT ON ledger_entries
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_holds();
--> statement-breakpoint
-- At commit: a balance is what its last entry says. Nothing else can change it.
CREATE FUNCTION ledger_balance_holds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM ledger_entries
    WHERE account_id = NEW.id AND sequence = NEW.sequence AND balance_after = NEW.balance AND currency = NEW.currency
  ) AND NOT (NEW.sequence = 0 AND NEW.balance = 0) THEN
    RAISE EXCEPTION 'ledger: the balance of account % is not its last entry', NEW.id USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_accounts_hold AFTER INSERT OR UPDATE ON ledger_accounts
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_balance_holds();
--> statement-breakpoint
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger: % is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries
FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE ON ledger_transactions
FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_no_truncate BEFORE TRUNCATE ON ledger_transactions
FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_not_deleted BEFORE DELETE ON ledger_accounts
FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();
--> statement-breakpoint
CREATE FUNCTION ledger_account_identity_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.code, NEW.kind, NEW.currency) IS DISTINCT FROM (OLD.id, OLD.code, OLD.kind, OLD.currency) THEN
    RAISE EXCEPTION 'ledger: the identity of an account is fixed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_accounts_identity BEFORE UPDATE ON ledger_accounts
FOR EACH ROW EXECUTE FUNCTION ledger_account_identity_is_fixed();
--> statement-breakpoint
-- The specification's rules of sign and state, once more in the database.
ALTER TABLE transactions ADD CONSTRAINT transactions_sign
  CHECK ((transaction_type = 'credit' AND amount > 0) OR (transaction_type = 'debit' AND amount < 0));
--> statement-breakpoint
ALTER TABLE loan_requests
  ADD CONSTRAINT loan_requests_amounts CHECK (amount > 0 AND monthly_income >= 0 AND duration_months BETWEEN 1 AND 120),
  ADD CONSTRAINT loan_requests_one_payout UNIQUE (ledger_transaction_id),
  ADD CONSTRAINT loan_requests_paid_when_approved CHECK (paid_out_at IS NULL OR status = 'approved');
--> statement-breakpoint
ALTER TABLE withdrawal_requests
  ADD CONSTRAINT withdrawal_requests_amount CHECK (amount > 0),
  ADD CONSTRAINT withdrawal_requests_one_execution UNIQUE (ledger_transaction_id),
  ADD CONSTRAINT withdrawal_requests_debited_when_completed CHECK ((ledger_transaction_id IS NOT NULL) = (status = 'completed'));
--> statement-breakpoint
ALTER TABLE fees ADD CONSTRAINT fees_amount CHECK (amount > 0);
--> statement-breakpoint
ALTER TABLE client_accounts ADD CONSTRAINT client_accounts_deposit CHECK (activation_deposit_required >= 0);
