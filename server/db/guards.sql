-- What the database refuses whatever the code asks for; the books and the audit trail have their own files.

-- The audit trail and the notes about clients are written once and never changed.
CREATE OR REPLACE FUNCTION is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;

CREATE OR REPLACE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE OR REPLACE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();

CREATE OR REPLACE TRIGGER audit_parts_not_changed BEFORE UPDATE ON audit_parts
FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE OR REPLACE TRIGGER audit_parts_no_truncate BEFORE TRUNCATE ON audit_parts
FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();

CREATE OR REPLACE TRIGGER audit_head_not_deleted BEFORE DELETE ON audit_head
FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE OR REPLACE TRIGGER audit_head_no_truncate BEFORE TRUNCATE ON audit_head
FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();

CREATE OR REPLACE TRIGGER client_notes_not_changed BEFORE UPDATE ON client_notes
FOR EACH ROW EXECUTE FUNCTION is_append_only();

-- The two roles of the second wall take no decision back that stands (decision 0015). The owner of the tables (migrations, a restore) is not
-- held to this.

-- The steps that requests and fees may take, and whose they are: the tables of domain/withdrawals/phases.ts, domain/loans/phases.ts and
-- domain/fees/status.ts as the database holds them; server/trust/second-wall.test.ts compares the two.
CREATE OR REPLACE FUNCTION is_step(p_table text, p_role text, p_from text, p_to text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_table, p_role, p_from, p_to) IN (VALUES
    ('withdrawal_requests', 'guichet_staff', 'requested', 'in-hand'),
    ('withdrawal_requests', 'guichet_staff', 'held', 'in-hand'),
    ('withdrawal_requests', 'guichet_staff', 'requested', 'validated'),
    ('withdrawal_requests', 'guichet_staff', 'in-hand', 'validated'),
    ('withdrawal_requests', 'guichet_staff', 'held', 'validated'),
    ('withdrawal_requests', 'guichet_staff', 'requested', 'refused'),
    ('withdrawal_requests', 'guichet_staff', 'in-hand', 'refused'),
    ('withdrawal_requests', 'guichet_staff', 'held', 'refused'),
    ('withdrawal_requests', 'guichet_staff', 'validated', 'refused'),
    ('withdrawal_requests', 'guichet_client', 'requested', 'cancelled'),
    ('withdrawal_requests', 'guichet_staff', 'requested', 'cancelled'),
    ('withdrawal_requests', 'guichet_staff', 'validated', 'exported'),
    ('withdrawal_requests', 'guichet_staff', 'exported', 'validated'),
    ('withdrawal_requests', 'guichet_staff', 'exported', 'accepted'),
    ('withdrawal_requests', 'guichet_staff', 'exported', 'bank-refused'),
    ('withdrawal_requests', 'guichet_staff', 'accepted', 'bank-refused'),
    ('withdrawal_requests', 'guichet_staff', 'sent', 'bank-refused'),
    ('withdrawal_requests', 'guichet_staff', 'validated', 'sent'),
    ('withdrawal_requests', 'guichet_staff', 'exported', 'sent'),
    ('withdrawal_requests', 'guichet_staff', 'accepted', 'sent'),
    ('withdrawal_requests', 'guichet_staff', 'exported', 'settled'),
    ('withdrawal_requests', 'guichet_staff', 'accepted', 'settled'),
    ('withdrawal_requests', 'guichet_staff', 'sent', 'settled'),
    ('withdrawal_requests', 'guichet_staff', 'sent', 'returned'),
    ('withdrawal_requests', 'guichet_staff', 'settled', 'returned'),
    ('loan_requests', 'guichet_client', 'submitted', 'cancelled'),
    ('loan_requests', 'guichet_client', 'in_review', 'cancelled'),
    ('loan_requests', 'guichet_staff', 'submitted', 'cancelled'),
    ('loan_requests', 'guichet_staff', 'in_review', 'cancelled'),
    ('loan_requests', 'guichet_staff', 'submitted', 'in_review'),
    ('loan_requests', 'guichet_staff', 'in_review', 'in_review'),
    ('loan_requests', 'guichet_staff', 'submitted', 'active'),
    ('loan_requests', 'guichet_staff', 'submitted', 'refused'),
    ('loan_requests', 'guichet_staff', 'in_review', 'active'),
    ('loan_requests', 'guichet_staff', 'in_review', 'refused'),
    ('loan_requests', 'guichet_client', 'transmitted', 'cancelled'),
    ('loan_requests', 'guichet_staff', 'transmitted', 'cancelled'),
    ('loan_requests', 'guichet_staff', 'submitted', 'transmitted'),
    ('loan_requests', 'guichet_staff', 'in_review', 'transmitted'),
    ('loan_requests', 'guichet_staff', 'submitted', 'not_transmitted'),
    ('loan_requests', 'guichet_staff', 'in_review', 'not_transmitted'),
    ('loan_requests', 'guichet_staff', 'transmitted', 'transmitted'),
    ('loan_requests', 'guichet_staff', 'transmitted', 'lender_accepted'),
    ('loan_requests', 'guichet_staff', 'transmitted', 'lender_refused'),
    ('loan_requests', 'guichet_staff', 'lender_accepted', 'lender_paid'),
    ('loan_requests', 'guichet_staff', 'lender_accepted', 'lender_refused'),
    ('loan_requests', 'guichet_staff', 'submitted', 'offered'),
    ('loan_requests', 'guichet_staff', 'in_review', 'offered'),
    ('loan_requests', 'guichet_client', 'offered', 'declined'),
    ('loan_requests', 'guichet_staff', 'offered', 'declined'),
    ('loan_requests', 'guichet_staff', 'offered', 'expired'),
    ('loan_requests', 'guichet_client', 'offered', 'accepted'),
    ('loan_requests', 'guichet_staff', 'offered', 'accepted'),
    ('loan_requests', 'guichet_staff', 'accepted', 'accepted'),
    ('loan_requests', 'guichet_staff', 'agreed', 'agreed'),
    ('loan_requests', 'guichet_staff', 'accepted', 'agreed'),
    ('loan_requests', 'guichet_staff', 'accepted', 'refused'),
    ('loan_requests', 'guichet_staff', 'accepted', 'lapsed'),
    ('loan_requests', 'guichet_client', 'lapsed', 'agreed'),
    ('loan_requests', 'guichet_staff', 'lapsed', 'agreed'),
    ('loan_requests', 'guichet_client', 'accepted', 'retracted'),
    ('loan_requests', 'guichet_staff', 'accepted', 'retracted'),
    ('loan_requests', 'guichet_client', 'agreed', 'retracted'),
    ('loan_requests', 'guichet_staff', 'agreed', 'retracted'),
    ('loan_requests', 'guichet_staff', 'agreed', 'active'),
    ('loan_requests', 'guichet_staff', 'accelerated', 'active'),
    ('loan_requests', 'guichet_client', 'active', 'retracting'),
    ('loan_requests', 'guichet_staff', 'active', 'retracting'),
    ('loan_requests', 'guichet_client', 'retracting', 'retracted'),
    ('loan_requests', 'guichet_staff', 'retracting', 'retracted'),
    ('loan_requests', 'guichet_client', 'active', 'active'),
    ('loan_requests', 'guichet_staff', 'active', 'active'),
    ('loan_requests', 'guichet_staff', 'active', 'repaid'),
    ('loan_requests', 'guichet_staff', 'accelerated', 'repaid'),
    ('loan_requests', 'guichet_staff', 'active', 'accelerated'),
    ('loan_requests', 'guichet_client', 'accelerated', 'accelerated'),
    ('loan_requests', 'guichet_staff', 'accelerated', 'accelerated'),
    ('loan_requests', 'guichet_staff', 'active', 'written_off'),
    ('loan_requests', 'guichet_staff', 'accelerated', 'written_off'),
    ('loan_requests', 'guichet_staff', 'written_off', 'written_off'),
    ('loan_requests', 'guichet_staff', 'written_off', 'active'),
    ('loan_requests', 'guichet_staff', 'written_off', 'repaid'),
    ('loan_requests', 'guichet_staff', 'repaid', 'repaid'),
    ('loan_requests', 'guichet_staff', 'repaid', 'active'),
    ('loan_requests', 'guichet_staff', 'repaid', 'written_off'),
    ('fees', 'guichet_client', 'unpaid', 'pending_validation'),
    ('fees', 'guichet_staff', 'unpaid', 'pending_validation'),
    ('fees', 'guichet_staff', 'unpaid', 'paid'),
    ('fees', 'guichet_staff', 'pending_validation', 'paid'))
$$;

-- Begins where requests begin, goes on by a step of its role, and keeps what was asked for. What has ended is not touched again.
CREATE OR REPLACE FUNCTION keep_to_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user NOT IN ('guichet_staff', 'guichet_client') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'unpaid' THEN
      RAISE EXCEPTION '% do not begin as %', TG_TABLE_NAME, NEW.status USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.client_account_id, NEW.amount, NEW.currency, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.client_account_id, OLD.amount, OLD.currency, OLD.created_at)
  THEN
    RAISE EXCEPTION 'what was asked for in % is not changed', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  -- A fee whose settlement was reversed in the books is unpaid again (PAY-52).
  IF TG_TABLE_NAME = 'fees' AND current_user = 'guichet_staff' AND OLD.status = 'paid' AND NEW.status = 'unpaid' THEN
    IF EXISTS (SELECT 1 FROM ledger_transactions t WHERE t.reverses = OLD.ledger_transaction_id) THEN
      RETURN NEW;
    END IF;
  END IF;
  IF NEW.status <> OLD.status AND NOT is_step(TG_TABLE_NAME, current_user, OLD.status, NEW.status) THEN
    RAISE EXCEPTION '% do not go from % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = '42501';
  END IF;
  IF NEW.status = OLD.status AND NEW IS DISTINCT FROM OLD
    AND (current_user = 'guichet_client' OR OLD.status = 'paid' OR OLD.ledger_transaction_id IS NOT NULL)
  THEN
    RAISE EXCEPTION 'what is % in % is not changed', OLD.status, TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER fees_steps BEFORE INSERT OR UPDATE ON fees
FOR EACH ROW EXECUTE FUNCTION keep_to_steps();

-- Movements, requests and fees go with their client, and not before: looked at when the transaction ends, since a deletion takes the
-- account last.
CREATE OR REPLACE FUNCTION goes_with_its_client() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM client_accounts WHERE id = OLD.client_account_id) THEN
    RAISE EXCEPTION '% go with their client only', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS transactions_go_with_their_client ON transactions;

CREATE CONSTRAINT TRIGGER transactions_go_with_their_client AFTER DELETE ON transactions
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION goes_with_its_client();

DROP TRIGGER IF EXISTS withdrawal_requests_go_with_their_client ON withdrawal_requests;

CREATE CONSTRAINT TRIGGER withdrawal_requests_go_with_their_client AFTER DELETE ON withdrawal_requests
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION goes_with_its_client();

-- One that ended goes earlier: its file is kept some months, its contract some years (LC-107, server/loans/file/purge-loan-files.ts). A claim that
-- was written off has not ended.
DROP TRIGGER IF EXISTS loan_requests_go_with_their_client ON loan_requests;

CREATE CONSTRAINT TRIGGER loan_requests_go_with_their_client AFTER DELETE ON loan_requests
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.ended_at IS NULL OR OLD.stage <> 'end')
EXECUTE FUNCTION goes_with_its_client();

DROP TRIGGER IF EXISTS fees_go_with_their_client ON fees;

CREATE CONSTRAINT TRIGGER fees_go_with_their_client AFTER DELETE ON fees
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION goes_with_its_client();

-- A batch says what was sent to the bank: how much, how many, by whom. It is closed once.
CREATE OR REPLACE FUNCTION keep_batch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.message_id, NEW.withdrawal_count, NEW.total, NEW.execution_date, NEW.created_by, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.message_id, OLD.withdrawal_count, OLD.total, OLD.execution_date, OLD.created_by, OLD.created_at)
    OR (OLD.closed_at IS NOT NULL
      AND (NEW.status, NEW.closed_by, NEW.closed_at) IS DISTINCT FROM (OLD.status, OLD.closed_by, OLD.closed_at))
  THEN
    RAISE EXCEPTION 'what a batch says is not changed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_batches_keep BEFORE UPDATE ON withdrawal_batches FOR EACH ROW EXECUTE FUNCTION keep_batch();

-- Notes about a client go with their client, and not before.
CREATE OR REPLACE FUNCTION client_note_may_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM client_accounts WHERE id = OLD.client_account_id) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER client_notes_go_with_their_client BEFORE DELETE ON client_notes
FOR EACH ROW EXECUTE FUNCTION client_note_may_go();
