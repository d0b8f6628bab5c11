-- A decided request is followed by no one (Q-4), whether the staff, its client or a job decided it. The clients' role may not write who
-- follows what, so the function acts as the owner of the table. Argument: the kind of what the row is.
CREATE OR REPLACE FUNCTION end_assignment_of_row() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A demonstration's day may be ahead of the database's clock.
  UPDATE assignments SET ended_at = greatest(at, now()), ended_because = 'decided'
  WHERE subject_kind = TG_ARGV[0] AND subject_id = NEW.id AND ended_at IS NULL;
  RETURN NULL;
END $$;

-- A loan is decided when it leaves its stage, and when the lender agrees to its contract.
CREATE OR REPLACE TRIGGER loan_requests_end_assignment AFTER UPDATE OF phase ON loan_requests FOR EACH ROW
WHEN (OLD.stage IS DISTINCT FROM NEW.stage OR (NEW.phase = 'agreed' AND OLD.phase <> 'agreed'))
EXECUTE FUNCTION end_assignment_of_row('loan');

-- A transfer is decided when it is no longer to be decided, and again when it is executed or refused.
CREATE OR REPLACE TRIGGER withdrawal_requests_end_assignment AFTER UPDATE OF status ON withdrawal_requests FOR EACH ROW
WHEN (OLD.status <> NEW.status AND NEW.status <> 'processing')
EXECUTE FUNCTION end_assignment_of_row('withdrawal');

CREATE OR REPLACE TRIGGER fees_end_assignment AFTER UPDATE OF status ON fees FOR EACH ROW
WHEN (OLD.status <> NEW.status AND NEW.status = 'paid')
EXECUTE FUNCTION end_assignment_of_row('fee');

CREATE OR REPLACE TRIGGER client_accounts_end_assignment AFTER UPDATE OF is_activated ON client_accounts FOR EACH ROW
WHEN (NOT OLD.is_activated AND NEW.is_activated)
EXECUTE FUNCTION end_assignment_of_row('client');
