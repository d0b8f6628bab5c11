ALTER TABLE "audit_head" ADD COLUMN "at" timestamp with time zone DEFAULT 'epoch' NOT NULL;
--> statement-breakpoint
-- What the two roles of the second wall could still do (decision 0015): take back a decision that stands, and tell the audit trail what was
-- not so. The owner of the tables (migrations, a restore) is not held to these.

-- The steps that requests and fees may take, and whose they are: the tables of domain/withdrawals/status.ts, domain/loans/status.ts and
-- domain/fees/status.ts as the database holds them; server/trust/second-wall.test.ts compares the two.
CREATE FUNCTION is_step(p_table text, p_role text, p_from text, p_to text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_table, p_role, p_from, p_to) IN (VALUES
    ('withdrawal_requests', 'guichet_client', 'pending', 'cancelled'),
    ('withdrawal_requests', 'guichet_staff', 'pending', 'processing'),
    ('withdrawal_requests', 'guichet_staff', 'pending', 'approved'),
    ('withdrawal_requests', 'guichet_staff', 'pending', 'rejected'),
    ('withdrawal_requests', 'guichet_staff', 'pending', 'cancelled'),
    ('withdrawal_requests', 'guichet_staff', 'processing', 'approved'),
    ('withdrawal_requests', 'guichet_staff', 'processing', 'rejected'),
    ('withdrawal_requests', 'guichet_staff', 'approved', 'completed'),
    ('withdrawal_requests', 'guichet_staff', 'approved', 'rejected'),
    ('loan_requests', 'guichet_staff', 'pending', 'processing'),
    ('loan_requests', 'guichet_staff', 'pending', 'approved'),
    ('loan_requests', 'guichet_staff', 'pending', 'rejected'),
    ('loan_requests', 'guichet_staff', 'processing', 'approved'),
    ('loan_requests', 'guichet_staff', 'processing', 'rejected'),
    ('fees', 'guichet_client', 'unpaid', 'pending_validation'),
    ('fees', 'guichet_staff', 'unpaid', 'pending_validation'),
    ('fees', 'guichet_staff', 'unpaid', 'paid'),
    ('fees', 'guichet_staff', 'pending_validation', 'paid'))
$$;
--> statement-breakpoint
-- Begins where requests begin, goes on by a step of its role, and keeps what was asked for. What has ended is not touched again.
CREATE FUNCTION keep_to_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user NOT IN ('guichet_staff', 'guichet_client') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.status NOT IN ('pending', 'unpaid') THEN
      RAISE EXCEPTION '% do not begin as %', TG_TABLE_NAME, NEW.status USING ERRCODE = '42501';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.client_account_id, NEW.amount, NEW.currency, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.client_account_id, OLD.amount, OLD.currency, OLD.created_at)
  THEN
    RAISE EXCEPTION 'what was asked for in % is not changed', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  IF NEW.status <> OLD.status AND NOT is_step(TG_TABLE_NAME, current_user, OLD.status, NEW.status) THEN
    RAISE EXCEPTION '% do not go from % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = '42501';
  END IF;
  IF NEW.status = OLD.status AND NEW IS DISTINCT FROM OLD
    AND (current_user = 'guichet_client' OR OLD.status IN ('completed', 'rejected', 'cancelled', 'paid')
      OR OLD.ledger_transaction_id IS NOT NULL)
  THEN
    RAISE EXCEPTION 'what is % in % is not changed', OLD.status, TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER withdrawal_requests_steps BEFORE INSERT OR UPDATE ON withdrawal_requests
FOR EACH ROW EXECUTE FUNCTION keep_to_steps();
--> statement-breakpoint
CREATE TRIGGER loan_requests_steps BEFORE INSERT OR UPDATE ON loan_requests
FOR EACH ROW EXECUTE FUNCTION keep_to_steps();
--> statement-breakpoint
CREATE TRIGGER fees_steps BEFORE INSERT OR UPDATE ON fees
FOR EACH ROW EXECUTE FUNCTION keep_to_steps();
--> statement-breakpoint
-- Movements, requests and fees go with their client, and not before: looked at when the transaction ends, since a deletion takes the
-- account last.
CREATE FUNCTION goes_with_its_client() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM client_accounts WHERE id = OLD.client_account_id) THEN
    RAISE EXCEPTION '% go with their client only', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['transactions', 'withdrawal_requests', 'loan_requests', 'fees'] LOOP
    EXECUTE format(
      'CREATE CONSTRAINT TRIGGER %I AFTER DELETE ON %I DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION goes_with_its_client()',
      v_table || '_go_with_their_client', v_table);
  END LOOP;
END $$;
--> statement-breakpoint
-- A batch says what was sent to the bank: how much, how many, by whom. It is closed once.
CREATE FUNCTION keep_batch() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER withdrawal_batches_keep BEFORE UPDATE ON withdrawal_batches FOR EACH ROW EXECUTE FUNCTION keep_batch();
--> statement-breakpoint
-- A client's request comes without a decision, their details without an address of somebody else, their mails to their own address.
CREATE POLICY undecided ON withdrawal_requests AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (processed_at IS NULL AND reason_code IS NULL AND failure_reason IS NULL);
--> statement-breakpoint
CREATE POLICY undecided ON loan_requests AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (reviewed_at IS NULL AND reason_code IS NULL AND reason_note IS NULL);
--> statement-breakpoint
CREATE POLICY unclaimed ON sign_up_details AS RESTRICTIVE FOR INSERT TO guichet_client WITH CHECK (claimed_email IS NULL);
--> statement-breakpoint
CREATE POLICY to_oneself ON outbox AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (recipient = (SELECT u.email FROM users u WHERE u.id = current_person()));
--> statement-breakpoint
-- The audit trail. The head knows the time of its line; it begins at nothing, and stands at a line that is there.
UPDATE audit_head SET at = e.at FROM audit_entries e WHERE e.number = audit_head.number;
--> statement-breakpoint
GRANT UPDATE (at) ON audit_head TO guichet_staff;
--> statement-breakpoint
CREATE FUNCTION audit_head_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id <> 1 OR NEW.number <> 0 OR NEW.hash <> repeat('0', 64) THEN
    RAISE EXCEPTION 'audit_head begins before the first line' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_head_begins BEFORE INSERT ON audit_head FOR EACH ROW EXECUTE FUNCTION audit_head_begins();
--> statement-breakpoint
CREATE FUNCTION audit_head_stands() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM audit_entries WHERE number = NEW.number AND hash = NEW.hash AND at = NEW.at) THEN
    RAISE EXCEPTION 'audit_head stands at no line' USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_head_stands AFTER UPDATE OF number, hash, at ON audit_head FOR EACH ROW EXECUTE FUNCTION audit_head_stands();
--> statement-breakpoint
-- A line continues the one before it, is not older, is what was hashed (server/audit/chain.ts, `hashOf`), and the head has come with it.
CREATE FUNCTION audit_lines_hold() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_number bigint;
BEGIN
  SELECT w.number INTO v_number FROM written w LEFT JOIN audit_entries before ON before.number = w.number - 1
  WHERE w.number > coalesce((SELECT number FROM audit_head WHERE id = 1), 0)
    OR w.previous_hash IS DISTINCT FROM CASE WHEN w.number = 1 THEN repeat('0', 64) ELSE before.hash END
    OR w.at < before.at
    OR w.hash <> encode(sha256(convert_to('[' || concat_ws(',',
      to_json(w.previous_hash), w.number, to_json(to_char(w.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      coalesce(to_json(w.actor_id::text)::text, 'null'), to_json(w.operation), to_json(w.outcome),
      coalesce(to_json(w.refusal_code)::text, 'null'), coalesce(to_json(w.subject_id::text)::text, 'null'),
      coalesce(to_json(w.client_account_id::text)::text, 'null'), coalesce(to_json(w.origin_digest)::text, 'null'),
      coalesce(to_json(w.content_digest)::text, 'null')) || ']', 'UTF8')), 'hex')
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'line % of the audit trail does not continue it', v_number USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_hold AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION audit_lines_hold();
--> statement-breakpoint
-- What is said of people is what its line holds by a digest: nothing is added to a line afterwards.
CREATE OR REPLACE FUNCTION audit_parts_have_lines() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_number bigint;
BEGIN
  SELECT w.number INTO v_number FROM written w LEFT JOIN audit_entries e ON e.number = w.number WHERE e.number IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'line % of the audit trail does not exist', v_number USING ERRCODE = '23503';
  END IF;
  SELECT w.number INTO v_number FROM written w JOIN audit_entries e ON e.number = w.number
  WHERE CASE w.part WHEN 'origin' THEN e.origin_digest ELSE e.content_digest END IS DISTINCT FROM
    CASE WHEN w.person_id IS NULL THEN 'kept:' ELSE '' END || encode(sha256(convert_to(w.salt || E'\n' || w.value, 'UTF8')), 'hex')
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'line % of the audit trail says something else', v_number USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;
