-- What the database keeps of late loans and their recovery (decision 0035).

-- The due date from which the time bar of a loan runs on a day (LC-85, R312-35): that of the first instalment which was missed and is not made good. The
-- first measure starts the time again: what it replaced does not count. What was missed after it and replaced by another measure still counts, until the
-- payments since then have made it good: they pay the oldest debt first (C. civ. 1342-10), so that the date moves on with them. Sums that rows only carry on
-- from before count once, where they were missed.
CREATE OR REPLACE FUNCTION time_bar_since(p_loan uuid, p_day date) RETURNS date LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH of_loan AS (SELECT * FROM loan_instalments WHERE loan_id = p_loan),
  replaced AS (
    SELECT due_on, version, amount - paid_capital - paid_interest AS owed FROM of_loan
    WHERE missed_on IS NOT NULL AND settled_on IS NULL AND is_superseded
      AND version >= (SELECT min(s.version) FROM loan_schedules s WHERE s.loan_id = p_loan AND s.reason = 'measure')),
  since AS (SELECT * FROM of_loan WHERE NOT is_superseded AND version > (SELECT max(version) FROM replaced)),
  -- How much of what the rows carry on was missed after the first measure: the rest is a debt of theirs.
  carried AS (
    SELECT least(1, (SELECT sum(owed) FROM replaced)::numeric / nullif((SELECT sum(deferred_interest + deferred_capital) FROM since), 0)) AS share),
  debts AS (
    SELECT due_on, owed FROM replaced
    UNION ALL
    SELECT due_on, amount - trunc((deferred_interest + deferred_capital) * carried.share) FROM since CROSS JOIN carried WHERE due_on <= p_day)
  SELECT least(
    (SELECT min(due_on) FROM of_loan WHERE missed_on IS NOT NULL AND settled_on IS NULL AND NOT is_superseded),
    (SELECT min(due_on) FROM (SELECT due_on, sum(owed) OVER (ORDER BY due_on) AS until_then FROM debts) d
      WHERE until_then > (SELECT coalesce(sum(paid_capital + paid_interest), 0) FROM since)))
$$;

-- A loan is in `loan_arrears` from its first missed instalment until nothing is late any more. Looked at when the transaction ends, since a
-- measure or an acceleration takes instalments away before it writes others. The end of an incident ends its formal notice, and so does the payment
-- of the instalments that it named, whatever was missed since: it asked for no more (LC-81). What is paid whole is no incident for the FICP (LC-83).
CREATE OR REPLACE FUNCTION keep_arrears() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_since date;
  v_day date;
BEGIN
  SELECT min(i.due_on) INTO v_since FROM loan_instalments i
  WHERE i.loan_id = NEW.loan_id AND i.missed_on IS NOT NULL AND i.settled_on IS NULL AND NOT i.is_superseded;
  IF v_since IS NOT NULL THEN
    IF NOT EXISTS (SELECT FROM loan_requests r WHERE r.id = NEW.loan_id AND r.phase = 'written_off') THEN
      INSERT INTO loan_arrears (loan_id, since) VALUES (NEW.loan_id, v_since)
      ON CONFLICT (loan_id) DO UPDATE SET since = excluded.since WHERE loan_arrears.since <> excluded.since;
    END IF;
    IF NEW.settled_on IS NOT NULL THEN
      UPDATE loan_formal_notices n SET ended_on = NEW.settled_on, outcome = 'paid'
      WHERE n.loan_id = NEW.loan_id AND n.ended_on IS NULL AND NOT EXISTS (
        SELECT FROM (
          SELECT i.settled_on FROM loan_instalments i
          WHERE i.loan_id = n.loan_id AND NOT i.is_superseded AND i.missed_on <= n.sent_on
            AND (i.settled_on IS NULL OR i.settled_on >= n.sent_on)
          ORDER BY i.due_on LIMIT n.instalments
        ) named WHERE named.settled_on IS NULL);
    END IF;
    RETURN NULL;
  END IF;
  DELETE FROM loan_arrears WHERE loan_id = NEW.loan_id;
  IF FOUND THEN
    v_day := coalesce(NEW.settled_on, (SELECT max(s.day) FROM loan_schedules s WHERE s.loan_id = NEW.loan_id));
    UPDATE loan_formal_notices SET ended_on = v_day, outcome = CASE WHEN NEW.settled_on IS NULL THEN 'replaced' ELSE 'paid' END
    WHERE loan_id = NEW.loan_id AND ended_on IS NULL;
    -- After a measure a declared incident stays until its loan is repaid, since its sums are not paid yet.
    IF NEW.settled_on IS NOT NULL THEN
      UPDATE ficp_declarations d SET regularised_on = NEW.settled_on
      WHERE d.loan_id = NEW.loan_id AND d.regularised_on IS NULL AND (d.declared_on IS NULL OR NOT EXISTS (
        SELECT FROM loan_schedules s WHERE s.loan_id = d.loan_id AND s.reason = 'measure' AND s.day >= d.informed_on));
    END IF;
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS loan_instalments_keep_arrears ON loan_instalments;

CREATE CONSTRAINT TRIGGER loan_instalments_keep_arrears AFTER UPDATE OF missed_on, settled_on, is_superseded ON loan_instalments
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.missed_on IS NOT NULL
  AND (NEW.missed_on, NEW.settled_on, NEW.is_superseded) IS DISTINCT FROM (OLD.missed_on, OLD.settled_on, OLD.is_superseded))
EXECUTE FUNCTION keep_arrears();

-- What was sent, received or decided is not changed; it is only ended.
CREATE OR REPLACE TRIGGER loan_recovery_letters_not_changed BEFORE UPDATE ON loan_recovery_letters
FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE OR REPLACE TRIGGER loan_recovery_acts_not_changed BEFORE UPDATE ON loan_recovery_acts
FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE OR REPLACE TRIGGER loan_recoveries_not_changed BEFORE UPDATE ON loan_recoveries
FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- Costs that a court has taxed are owed from the act that asks for them (LC-75, L312-38).
CREATE OR REPLACE FUNCTION costs_are_owed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE loans SET costs_owed = costs_owed + NEW.amount WHERE id = NEW.loan_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER loan_recovery_acts_costs_are_owed AFTER INSERT ON loan_recovery_acts
FOR EACH ROW WHEN (NEW.act = 'taxed-costs') EXECUTE FUNCTION costs_are_owed();

-- They are owed no further than that, whichever role asks.
CREATE OR REPLACE FUNCTION costs_are_taxed() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.costs_owed > (
    SELECT coalesce(sum(a.amount), 0) FROM loan_recovery_acts a
    WHERE a.loan_id = NEW.id AND a.act = 'taxed-costs'
  ) THEN
    RAISE EXCEPTION 'loan % owes costs that no court has taxed', NEW.id USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS loans_costs_are_taxed ON loans;

CREATE CONSTRAINT TRIGGER loans_costs_are_taxed AFTER UPDATE OF costs_owed ON loans
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.costs_owed > OLD.costs_owed)
EXECUTE FUNCTION costs_are_taxed();

-- No mail goes to a borrower who has died, whatever it is about and whichever code asks (LC-93): from the freeze on a certificate until it ends.
CREATE OR REPLACE FUNCTION no_mail_after_death() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM loan_freezes f JOIN loans l ON l.id = f.loan_id JOIN client_accounts c ON c.id = l.client_account_id
    WHERE f.kind = 'death' AND f.lifted_on IS NULL AND c.user_id = NEW.user_id)
  THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;

REVOKE EXECUTE ON FUNCTION no_mail_after_death() FROM PUBLIC;

CREATE OR REPLACE TRIGGER outbox_no_mail_after_death BEFORE INSERT ON outbox
FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION no_mail_after_death();
