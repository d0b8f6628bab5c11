-- The audit trail: each line continues the one before it, and its head stands at the last (decision 0007). That lines are never changed is
-- in guards.sql.

CREATE OR REPLACE FUNCTION audit_head_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id <> 1 OR NEW.number <> 0 OR NEW.hash <> repeat('0', 64) THEN
    RAISE EXCEPTION 'audit_head begins before the first line' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER audit_head_begins BEFORE INSERT ON audit_head FOR EACH ROW EXECUTE FUNCTION audit_head_begins();

-- The head only moves forward.
CREATE OR REPLACE FUNCTION audit_head_moves_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id <> OLD.id OR NEW.number < OLD.number OR (NEW.number = OLD.number AND NEW.hash <> OLD.hash) THEN
    RAISE EXCEPTION 'audit_head only moves forward' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER audit_head_forward BEFORE UPDATE ON audit_head
FOR EACH ROW EXECUTE FUNCTION audit_head_moves_forward();

CREATE OR REPLACE FUNCTION audit_head_stands() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM audit_entries WHERE number = NEW.number AND hash = NEW.hash AND at = NEW.at) THEN
    RAISE EXCEPTION 'audit_head stands at no line' USING ERRCODE = '42501';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audit_head_stands AFTER UPDATE OF number, hash, at ON audit_head FOR EACH ROW EXECUTE FUNCTION audit_head_stands();

-- A line continues the one before it, is not older, is what was hashed (server/audit/chain.ts, `hashOf`), and the head has come with it.
CREATE OR REPLACE FUNCTION audit_lines_hold() RETURNS trigger LANGUAGE plpgsql
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

CREATE OR REPLACE TRIGGER audit_entries_hold AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION audit_lines_hold();

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

CREATE OR REPLACE TRIGGER audit_parts_have_lines AFTER INSERT ON audit_parts REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION audit_parts_have_lines();

-- What a line says of a person goes when the person is gone, and not before.
CREATE OR REPLACE FUNCTION audit_part_may_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.person_id IS NULL
    OR EXISTS (SELECT 1 FROM users WHERE id = OLD.person_id)
    OR EXISTS (SELECT 1 FROM client_accounts WHERE id = OLD.person_id)
  THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER audit_parts_go_with_their_person BEFORE DELETE ON audit_parts
FOR EACH ROW EXECUTE FUNCTION audit_part_may_go();
