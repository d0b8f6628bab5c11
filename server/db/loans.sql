-- What the database refuses of loans whatever the code asks for (decision 0025).

-- A request begins as submitted, goes on by a step of its role (is_step, guards.sql), and keeps what was asked for. Once decided it is not
-- touched but for its next step. The generated columns are left out: before the row is written they are not computed.
CREATE OR REPLACE FUNCTION keep_loan_to_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user NOT IN ('guichet_staff', 'guichet_client') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.phase <> 'submitted' THEN
      RAISE EXCEPTION '% do not begin as %', TG_TABLE_NAME, NEW.phase USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.client_account_id, NEW.amount, NEW.currency, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.client_account_id, OLD.amount, OLD.currency, OLD.created_at)
  THEN
    RAISE EXCEPTION 'what was asked for in % is not changed', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  IF NEW.phase <> OLD.phase AND NOT is_step(TG_TABLE_NAME, current_user, OLD.phase, NEW.phase) THEN
    RAISE EXCEPTION '% do not go from % to %', TG_TABLE_NAME, OLD.phase, NEW.phase USING ERRCODE = '42501';
  END IF;
  IF NEW.phase = OLD.phase AND (current_user = 'guichet_client' OR OLD.stage <> 'request')
    AND to_jsonb(NEW) - ARRAY['status', 'stage'] IS DISTINCT FROM to_jsonb(OLD) - ARRAY['status', 'stage']
  THEN
    RAISE EXCEPTION 'what is % in % is not changed', OLD.phase, TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER loan_requests_steps BEFORE INSERT OR UPDATE ON loan_requests
FOR EACH ROW EXECUTE FUNCTION keep_loan_to_steps();

-- A loan whose capital is owed was paid out and has its schedule: looked at when the transaction ends, since it writes the request last.
CREATE OR REPLACE FUNCTION loan_is_whole() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM loan_requests WHERE id = NEW.id AND stage = 'loan')
    AND NOT EXISTS (
      SELECT 1 FROM loans l JOIN loan_instalments i ON i.loan_id = l.id WHERE l.id = NEW.id AND l.paid_out_at IS NOT NULL)
  THEN
    RAISE EXCEPTION 'loan % is in its phase without a payout and a schedule', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'loans_whole', TABLE = 'loans';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS loan_requests_loan_is_whole ON loan_requests;

CREATE CONSTRAINT TRIGGER loan_requests_loan_is_whole AFTER INSERT OR UPDATE OF phase ON loan_requests
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.stage = 'loan')
EXECUTE FUNCTION loan_is_whole();

-- The terms of a loan and its path are never changed (LC-1), by any role; when it was accepted and paid out is written once by the product.
CREATE OR REPLACE FUNCTION keep_loan_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.client_account_id, NEW.path, NEW.principal, NEW.currency, NEW.annual_rate_bps, NEW.duration_months, NEW.product)
    IS DISTINCT FROM
    (OLD.id, OLD.client_account_id, OLD.path, OLD.principal, OLD.currency, OLD.annual_rate_bps, OLD.duration_months, OLD.product)
  THEN
    RAISE EXCEPTION 'the terms of a loan are not changed' USING ERRCODE = '42501';
  END IF;
  IF current_user IN ('guichet_staff', 'guichet_client') AND (
    (OLD.accepted_on IS NOT NULL AND NEW.accepted_on IS DISTINCT FROM OLD.accepted_on)
    OR (OLD.paid_out_at IS NOT NULL AND (NEW.paid_out_at, NEW.first_due_on, NEW.ledger_transaction_id)
      IS DISTINCT FROM (OLD.paid_out_at, OLD.first_due_on, OLD.ledger_transaction_id)))
  THEN
    RAISE EXCEPTION 'the payout of a loan is not changed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER loans_keep_terms BEFORE UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION keep_loan_terms();

-- A version of a schedule is written whole, in one statement: its numbers run from 1, each balance is what its capital leaves, and the last
-- one is nothing, so that the capital sums to the loan.
CREATE OR REPLACE FUNCTION schedule_is_whole() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_loan uuid;
BEGIN
  SELECT s.loan_id INTO v_loan
  FROM (
    SELECT i.loan_id, i.version, i.number, i.balance_after,
      row_number() OVER running AS place,
      l.principal - sum(i.capital) OVER running AS owed,
      lead(i.number) OVER running IS NULL AS is_last
    FROM loan_instalments i JOIN loans l ON l.id = i.loan_id
    WHERE (i.loan_id, i.version) IN (SELECT DISTINCT w.loan_id, w.version FROM written w)
    WINDOW running AS (PARTITION BY i.loan_id, i.version ORDER BY i.number)
  ) s
  WHERE s.number <> s.place OR s.balance_after <> s.owed OR (s.is_last AND s.owed <> 0)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the schedule of loan % does not repay it', v_loan
      USING ERRCODE = '23514', CONSTRAINT = 'loan_instalments_whole', TABLE = 'loan_instalments';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER loan_instalments_whole AFTER INSERT ON loan_instalments REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION schedule_is_whole();
