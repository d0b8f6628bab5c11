-- What the database keeps of late loans and their recovery (decision 0035).

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

-- Costs are owed only as far as a court taxed them and an act asked for them (LC-75, L312-38). Looked at when the transaction ends: the act is
-- written after it was carried out.
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
