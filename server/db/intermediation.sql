-- What the database refuses of a house that lends nothing itself, and of one that does, whatever the code asks for (LC-6, CMF L511-5). The refusals
-- travel as SQLSTATE LC052 with their code as the constraint (server/http/problems.ts).

CREATE OR REPLACE FUNCTION house_lends() RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT NOT EXISTS (SELECT 1 FROM bank_mode WHERE NOT may_lend)
$$;

-- No offer, and no loan. The owner of the tables (a migration, a restore) is not held to this.
CREATE OR REPLACE FUNCTION lent_by_a_lender() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF current_user IN ('guichet_staff', 'guichet_client') AND NOT house_lends() THEN
    RAISE EXCEPTION 'the status of the institution forbids to lend' USING ERRCODE = 'LC052', CONSTRAINT = 'loan.status-forbids';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER loan_offers_lent_by_a_lender BEFORE INSERT ON loan_offers FOR EACH ROW EXECUTE FUNCTION lent_by_a_lender();

CREATE OR REPLACE TRIGGER loans_lent_by_a_lender BEFORE INSERT ON loans FOR EACH ROW EXECUTE FUNCTION lent_by_a_lender();

-- A house that lends decides its requests itself; what was handed to a lender stays as it was handed over, and the last word on it stays the last.
CREATE OR REPLACE FUNCTION keep_transmission() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF current_user IN ('guichet_staff', 'guichet_client') AND house_lends() THEN
      RAISE EXCEPTION 'a house that lends transmits no request' USING ERRCODE = 'LC052', CONSTRAINT = 'loan.lends-itself';
    END IF;
    IF current_user IN ('guichet_staff', 'guichet_client') AND (NEW.answer IS NOT NULL OR NOT EXISTS (
      SELECT FROM loan_requests r WHERE r.id = NEW.loan_request_id AND r.phase IN ('submitted', 'in_review')))
    THEN
      RAISE EXCEPTION 'only a request that waits is transmitted' USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.loan_request_id, NEW.lender_code, NEW.lender_name, NEW.sent_at, NEW.sent_by, NEW.note, NEW.sha256, NEW.content)
    IS DISTINCT FROM (OLD.loan_request_id, OLD.lender_code, OLD.lender_name, OLD.sent_at, OLD.sent_by, OLD.note, OLD.sha256, OLD.content)
    OR OLD.answer IN ('refused', 'paid-out', 'withdrawn')
  THEN
    RAISE EXCEPTION 'what was transmitted is not changed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER loan_transmissions_keep BEFORE INSERT OR UPDATE ON loan_transmissions
FOR EACH ROW EXECUTE FUNCTION keep_transmission();

CREATE OR REPLACE TRIGGER loan_lender_consents_not_changed BEFORE UPDATE ON loan_lender_consents
FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- A request is with a lender only where it was handed to one.
CREATE OR REPLACE FUNCTION transmitted_to_a_lender() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF current_user IN ('guichet_staff', 'guichet_client')
    AND NOT EXISTS (SELECT FROM loan_transmissions t WHERE t.loan_request_id = NEW.id)
  THEN
    RAISE EXCEPTION 'request % was handed to no lender', NEW.id USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER loan_requests_transmitted BEFORE UPDATE OF phase ON loan_requests
FOR EACH ROW WHEN (NEW.phase = 'transmitted' AND OLD.phase <> 'transmitted') EXECUTE FUNCTION transmitted_to_a_lender();
