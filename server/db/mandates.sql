-- What the database refuses of mandates and direct debits whatever the code asks for (schema/mandates.ts).

-- What was signed is evidence: an account and its signature are written once (PAY-68). A draft is typed again until it is signed.
CREATE OR REPLACE FUNCTION keep_mandate_signature() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.signed_at IS NOT NULL THEN
    RAISE EXCEPTION 'what was signed of a mandate is not changed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER mandate_signatures_keep BEFORE UPDATE ON mandate_signatures
FOR EACH ROW EXECUTE FUNCTION keep_mandate_signature();

-- A mandate keeps its reference, its loan and its creditor, and one that ended stays so. LC-52: it has no effect before the law allows a payment
-- on its loan's contract.
CREATE OR REPLACE FUNCTION keep_mandate() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND ((NEW.id, NEW.reference, NEW.loan_id, NEW.client_account_id, NEW.creditor_identifier, NEW.creditor_name)
      IS DISTINCT FROM (OLD.id, OLD.reference, OLD.loan_id, OLD.client_account_id, OLD.creditor_identifier, OLD.creditor_name)
    OR OLD.ended_at IS NOT NULL)
  THEN
    RAISE EXCEPTION 'a mandate keeps what it says, and its end' USING ERRCODE = '42501';
  END IF;
  IF NEW.effective_on IS NOT NULL AND EXISTS (
    SELECT 1 FROM loans l WHERE l.id = NEW.loan_id AND l.path = 'contract' AND l.accepted_on IS NOT NULL
      AND NEW.effective_on <= l.accepted_on + 7)
  THEN
    RAISE EXCEPTION 'a mandate has no effect before the law allows a payment (L312-25)'
      USING ERRCODE = '23514', CONSTRAINT = 'mandates_lock', TABLE = 'mandates';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER mandates_keep BEFORE INSERT OR UPDATE ON mandates FOR EACH ROW EXECUTE FUNCTION keep_mandate();

-- A direct debit keeps what it collects and goes on by its steps (domain/mandates/direct-debit.ts).
CREATE OR REPLACE FUNCTION keep_direct_debit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.mandate_id, NEW.client_account_id, NEW.loan_id, NEW.version, NEW.number, NEW.attempt, NEW.due_on, NEW.collection_on)
      IS DISTINCT FROM (OLD.id, OLD.mandate_id, OLD.client_account_id, OLD.loan_id, OLD.version, OLD.number, OLD.attempt, OLD.due_on,
        OLD.collection_on)
    OR (NEW.amount <> OLD.amount AND (OLD.state <> 'announced' OR NEW.amount > OLD.amount))
    OR (NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('announced', 'exported'), ('announced', 'cancelled'),
      ('exported', 'cancelled'), ('exported', 'settled'), ('exported', 'rejected'), ('settled', 'returned')))
  THEN
    RAISE EXCEPTION 'a direct debit keeps what it collects, and goes on by its steps' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER direct_debits_keep BEFORE UPDATE ON direct_debits FOR EACH ROW EXECUTE FUNCTION keep_direct_debit();

-- A file says what was sent to the bank, and is closed once.
CREATE OR REPLACE FUNCTION keep_direct_debit_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.message_id, NEW.debit_count, NEW.total, NEW.collection_on, NEW.created_by, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.message_id, OLD.debit_count, OLD.total, OLD.collection_on, OLD.created_by, OLD.created_at)
    OR (OLD.closed_at IS NOT NULL
      AND (NEW.state, NEW.closed_by, NEW.closed_at) IS DISTINCT FROM (OLD.state, OLD.closed_by, OLD.closed_at))
  THEN
    RAISE EXCEPTION 'what a file of direct debits says is not changed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER direct_debit_batches_keep BEFORE UPDATE ON direct_debit_batches
FOR EACH ROW EXECUTE FUNCTION keep_direct_debit_batch();
