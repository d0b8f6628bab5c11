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
  -- What is asked for beside the schedule grows by what bears it alone: the indemnity of an instalment as it is charged, and costs as their act is
  -- written, both by a trigger of theirs; the indemnity of an acceleration with it (LC-75, LC-77, LC-82). What was paid is never asked for again.
  IF current_user IN ('guichet_staff', 'guichet_client') AND pg_trigger_depth() = 1 AND (
    NEW.costs_owed > OLD.costs_owed
    OR (NEW.indemnity_owed > OLD.indemnity_owed AND (OLD.accelerated_on IS NOT NULL OR NEW.accelerated_on IS NULL))
    -- Nor late interest that was paid or waived (LC-76).
    OR NEW.late_interest_paid < OLD.late_interest_paid OR NEW.late_interest_waived < OLD.late_interest_waived)
  THEN
    RAISE EXCEPTION 'loan % is asked for a sum that nothing bears', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'loans_sums_asked', TABLE = 'loans';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER loans_keep_terms BEFORE UPDATE ON loans FOR EACH ROW EXECUTE FUNCTION keep_loan_terms();

-- The instalments of a version are written whole, in one statement: their numbers run from the version's first, each balance is what its capital
-- leaves of the opening balance, and the last one is nothing, so that the capital sums to what the version repays.
CREATE OR REPLACE FUNCTION schedule_is_whole() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_loan uuid;
BEGIN
  SELECT s.loan_id INTO v_loan
  FROM (
    SELECT i.loan_id, i.version, i.number, i.balance_after,
      v.first_number - 1 + row_number() OVER running AS place,
      v.opening_balance - sum(i.capital) OVER running AS owed,
      lead(i.number) OVER running IS NULL AS is_last
    FROM loan_instalments i JOIN loan_schedules v ON v.loan_id = i.loan_id AND v.version = i.version
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

-- The first version repays the principal; what a later one repays is compared with the books by the nightly check (LC-103). A version takes the
-- place of the instalments from its first number on (LC-62).
CREATE OR REPLACE FUNCTION schedule_takes_its_place() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.version = 1 AND NEW.opening_balance <> (SELECT principal FROM loans WHERE id = NEW.loan_id) THEN
    RAISE EXCEPTION 'the first schedule of loan % does not repay its principal', NEW.loan_id
      USING ERRCODE = '23514', CONSTRAINT = 'loan_schedules_opening', TABLE = 'loan_schedules';
  END IF;
  UPDATE loan_instalments SET is_superseded = true, collect_at = NULL
  WHERE loan_id = NEW.loan_id AND version < NEW.version AND number >= NEW.first_number AND NOT is_superseded;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER loan_schedules_takes_its_place AFTER INSERT ON loan_schedules
FOR EACH ROW EXECUTE FUNCTION schedule_takes_its_place();

-- Whichever version it is, the rows in force repay what the books hold of the loan (LC-62, LC-103). Looked at when the transaction ends: a payout, an early
-- repayment and a remission are posted beside their schedule. What was written off is in the books no more.
CREATE OR REPLACE FUNCTION schedule_repays_its_loan() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_owed bigint;
  v_unpaid bigint;
BEGIN
  IF current_user NOT IN ('guichet_staff', 'guichet_client') OR NOT EXISTS (
    SELECT 1 FROM loans l JOIN loan_requests r ON r.id = l.id WHERE l.id = NEW.loan_id AND r.stage = 'loan' AND l.written_off_on IS NULL)
  THEN
    RETURN NULL;
  END IF;
  SELECT coalesce(sum(i.capital - i.paid_capital), 0) INTO v_unpaid FROM loan_instalments i WHERE i.loan_id = NEW.loan_id AND NOT i.is_superseded;
  SELECT -coalesce(sum(a.balance), 0) INTO v_owed FROM ledger_accounts a
  WHERE a.holder_id = NEW.loan_id AND a.holder_kind = 'loan' AND a.chart_code IN ('loans-receivable', 'loans-doubtful');
  IF v_unpaid <> v_owed THEN
    RAISE EXCEPTION 'version % of the schedule of loan % repays %, and the books hold %', NEW.version, NEW.loan_id, v_unpaid, v_owed
      USING ERRCODE = '23514', CONSTRAINT = 'loan_schedules_repay', TABLE = 'loan_schedules';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS loan_schedules_repay ON loan_schedules;

CREATE CONSTRAINT TRIGGER loan_schedules_repay AFTER INSERT ON loan_schedules
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION schedule_repays_its_loan();

-- Whether an instalment loses exactly what a direct debit had paid of it, which came back (PAY-72): it is missed on that day, or under a freeze not at all.
CREATE OR REPLACE FUNCTION is_debit_taken_back(p_old loan_instalments, p_new loan_instalments) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT p_new.settled_on IS NULL AND EXISTS (
    SELECT 1 FROM direct_debits d
    WHERE d.loan_id = p_old.loan_id AND d.version = p_old.version AND d.number = p_old.number AND d.state = 'returned'
      AND d.capital = p_old.paid_capital - p_new.paid_capital AND d.interest = p_old.paid_interest - p_new.paid_interest
      AND d.settled_on = p_old.settled_on
      AND (d.failed_on = p_new.missed_on OR p_new.missed_on IS NULL AND EXISTS (
        SELECT 1 FROM loans l WHERE l.id = d.loan_id AND (l.frozen IS NOT NULL OR client_has_alert(d.client_account_id, 'legal-block')))))
$$;

-- An instalment's terms are never changed, and what is paid only grows, whichever role asks. What was paid whole stays so, unless the direct debit
-- that paid it came back; a superseded one is not paid any more. Its indemnity is charged once, of a missed one, within the cap of the contract's day
-- (LC-77, D312-17).
CREATE OR REPLACE FUNCTION keep_instalments() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_is_taken_back boolean := OLD.settled_on IS NOT NULL AND NEW.settled_on IS NULL AND NOT OLD.is_superseded AND is_debit_taken_back(OLD, NEW);
BEGIN
  IF (NEW.loan_id, NEW.version, NEW.number, NEW.due_on, NEW.starts_on, NEW.anchor_on, NEW.capital, NEW.interest, NEW.deferred_interest,
      NEW.deferred_capital, NEW.amount, NEW.balance_after)
    IS DISTINCT FROM (OLD.loan_id, OLD.version, OLD.number, OLD.due_on, OLD.starts_on, OLD.anchor_on, OLD.capital, OLD.interest, OLD.deferred_interest,
      OLD.deferred_capital, OLD.amount, OLD.balance_after)
  THEN
    RAISE EXCEPTION 'the terms of an instalment are not changed' USING ERRCODE = '42501';
  END IF;
  IF (NEW.paid_capital < OLD.paid_capital OR NEW.paid_interest < OLD.paid_interest) AND NOT v_is_taken_back THEN
    RAISE EXCEPTION 'what was paid of an instalment only grows' USING ERRCODE = '42501';
  END IF;
  IF NEW.indemnity <> OLD.indemnity AND (OLD.indemnity <> 0 OR NEW.missed_on IS NULL OR NEW.indemnity * 10000 > NEW.amount * (
      SELECT (p.value #>> '{}')::bigint FROM legal_parameters p
      WHERE p.key = 'default.cap' AND p."from" <= coalesce((SELECT l.accepted_on FROM loans l WHERE l.id = NEW.loan_id), NEW.due_on)
      ORDER BY p."from" DESC LIMIT 1))
  THEN
    RAISE EXCEPTION 'an indemnity is charged once for an instalment, within its cap'
      USING ERRCODE = '23514', CONSTRAINT = 'loan_instalments_indemnity', TABLE = 'loan_instalments';
  END IF;
  IF ((OLD.missed_on IS NOT NULL AND NEW.missed_on IS DISTINCT FROM OLD.missed_on)
      OR (OLD.settled_on IS NOT NULL AND NEW.settled_on IS DISTINCT FROM OLD.settled_on)) AND NOT v_is_taken_back
    OR (OLD.is_superseded AND NOT NEW.is_superseded)
    -- A row that was paid whole keeps its place: a version takes that of what is still owed (LC-62).
    OR (NEW.is_superseded AND NOT OLD.is_superseded AND OLD.settled_on IS NOT NULL)
    OR (OLD.is_superseded AND (NEW.paid_capital, NEW.paid_interest) IS DISTINCT FROM (OLD.paid_capital, OLD.paid_interest))
  THEN
    RAISE EXCEPTION 'what happened to an instalment is not changed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

-- Only for what the function could refuse: a day's collection pays many thousands of rows in which nothing of it changes.
CREATE OR REPLACE TRIGGER loan_instalments_keep BEFORE UPDATE ON loan_instalments FOR EACH ROW
WHEN ((NEW.loan_id, NEW.version, NEW.number, NEW.due_on, NEW.starts_on, NEW.anchor_on, NEW.capital, NEW.interest, NEW.deferred_interest,
    NEW.deferred_capital, NEW.amount, NEW.balance_after)
  IS DISTINCT FROM (OLD.loan_id, OLD.version, OLD.number, OLD.due_on, OLD.starts_on, OLD.anchor_on, OLD.capital, OLD.interest, OLD.deferred_interest,
    OLD.deferred_capital, OLD.amount, OLD.balance_after)
  OR NEW.paid_capital < OLD.paid_capital OR NEW.paid_interest < OLD.paid_interest OR NEW.indemnity <> OLD.indemnity
  OR OLD.missed_on IS NOT NULL OR OLD.settled_on IS NOT NULL OR OLD.is_superseded)
EXECUTE FUNCTION keep_instalments();

-- The loan owes the indemnity of an instalment from the moment at which it is charged (LC-77).
CREATE OR REPLACE FUNCTION indemnity_is_owed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE loans SET indemnity_owed = indemnity_owed + NEW.indemnity - OLD.indemnity WHERE id = NEW.loan_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER loan_instalments_indemnity_is_owed AFTER UPDATE OF indemnity ON loan_instalments
FOR EACH ROW WHEN (NEW.indemnity > OLD.indemnity) EXECUTE FUNCTION indemnity_is_owed();

-- A loan owes no more indemnity than was charged for its instalments, each within the cap, nor after its acceleration than the cap of the contract's day of
-- the capital that is demanded (LC-77, LC-82; D312-16, D312-17). Looked at when the transaction ends: what it counts is written beside it.
CREATE OR REPLACE FUNCTION indemnity_is_due() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_most bigint;
BEGIN
  IF NEW.accelerated_on IS NULL THEN
    SELECT coalesce(sum(i.indemnity), 0) INTO v_most FROM loan_instalments i WHERE i.loan_id = NEW.id;
  ELSE
    SELECT coalesce(max(s.opening_balance), 0) * (
      SELECT (p.value #>> '{}')::bigint FROM legal_parameters p WHERE p.key = 'default.cap' AND p."from" <= NEW.accepted_on
      ORDER BY p."from" DESC LIMIT 1) / 10000
    INTO v_most FROM loan_schedules s WHERE s.loan_id = NEW.id AND s.reason = 'acceleration';
  END IF;
  IF NEW.indemnity_owed > v_most THEN
    RAISE EXCEPTION 'loan % owes an indemnity above its cap', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'loans_indemnity_cap', TABLE = 'loans';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS loans_indemnity_is_due ON loans;

CREATE CONSTRAINT TRIGGER loans_indemnity_is_due AFTER UPDATE OF indemnity_owed ON loans
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.indemnity_owed > OLD.indemnity_owed)
EXECUTE FUNCTION indemnity_is_due();

-- Late interest that stays owed of instalments which others took the place of is no more than what the capital of those that were missed can have borne from
-- their due dates until then, each rounded down (LC-76, LC-82, LC-90), beside what was paid or waived before: after a forfeiture that is more than was owed (LC-94).
-- Looked at when the transaction ends: the instalments are replaced beside it.
CREATE OR REPLACE FUNCTION late_interest_was_borne() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_most bigint;
BEGIN
  IF current_user NOT IN ('guichet_staff', 'guichet_client') THEN
    RETURN NULL;
  END IF;
  SELECT NEW.late_interest_paid + NEW.late_interest_waived + trunc(coalesce(sum(
    i.capital::numeric * greatest(v.annual_rate_bps, v.reduced_rate_bps) * greatest(0, last.day - i.due_on) / 3650000), 0))
  INTO v_most
  FROM loan_instalments i
  JOIN loan_schedules v ON v.loan_id = i.loan_id AND v.version = i.version
  CROSS JOIN (SELECT max(s.day) AS day FROM loan_schedules s WHERE s.loan_id = NEW.id) last
  WHERE i.loan_id = NEW.id AND i.is_superseded AND i.missed_on IS NOT NULL;
  IF NEW.late_interest_before > v_most THEN
    RAISE EXCEPTION 'loan % owes late interest that no instalment bore', NEW.id
      USING ERRCODE = '23514', CONSTRAINT = 'loans_late_interest_borne', TABLE = 'loans';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS loans_late_interest_was_borne ON loans;

CREATE CONSTRAINT TRIGGER loans_late_interest_was_borne AFTER UPDATE OF late_interest_before ON loans
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.late_interest_before > OLD.late_interest_before)
EXECUTE FUNCTION late_interest_was_borne();
