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

-- The hash of a line: of its fields and the hash of the line before it, as server/audit/chain.ts (`hashOf`) checks it.
CREATE OR REPLACE FUNCTION audit_hash(
  p_previous text, p_number bigint, p_at timestamptz, p_actor uuid, p_operation text, p_outcome text, p_refusal_code text, p_subject uuid,
  p_client_account uuid, p_origin_digest text, p_content_digest text
) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to('[' || concat_ws(',',
    to_json(p_previous), p_number, to_json(to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    coalesce(to_json(p_actor::text)::text, 'null'), to_json(p_operation), to_json(p_outcome),
    coalesce(to_json(p_refusal_code)::text, 'null'), coalesce(to_json(p_subject::text)::text, 'null'),
    coalesce(to_json(p_client_account::text)::text, 'null'), coalesce(to_json(p_origin_digest)::text, 'null'),
    coalesce(to_json(p_content_digest)::text, 'null')) || ']', 'UTF8')), 'hex')
$$;

-- The digest of what a line says of a person; `kept:` before it when it is about nobody and never goes. Null for nothing said.
CREATE OR REPLACE FUNCTION audit_digest(p_person uuid, p_salt text, p_value text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN p_person IS NULL THEN 'kept:' ELSE '' END || encode(sha256(convert_to(p_salt || E'\n' || p_value, 'UTF8')), 'hex')
$$;

-- Appends lines to the trail in their order, and keeps its head locked until the transaction ends. A line of a movement states the balance
-- before and after it, which is known only here: the movement was recorded earlier in the same transaction.
CREATE OR REPLACE FUNCTION audit_append(p_lines json) RETURNS void LANGUAGE plpgsql
SET search_path = public, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_head audit_head; v_line record;
  v_entries audit_entries[] := '{}'; v_parts audit_parts[] := '{}';
  v_origin_digest text; v_content_digest text; v_hash text;
BEGIN
  LOOP
    SELECT * INTO v_head FROM audit_head WHERE id = 1 FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO audit_head (id, number, hash) VALUES (1, 0, repeat('0', 64)) ON CONFLICT (id) DO NOTHING;
  END LOOP;
  FOR v_line IN
    SELECT l."at", l."actorId" AS actor, l.operation, l."refusalCode" AS refusal_code, l."subjectId" AS subject,
      l."clientAccountId" AS client_account, l.origin, l."originSalt" AS origin_salt, l."contentSalt" AS content_salt,
      l."contentPersonId" AS content_person, l."movementId" AS movement,
      CASE WHEN l."movementId" IS NULL THEN l.content
        ELSE '{"before":{"balanceMinor":' || (t.balance_after - t.amount) || ',' || substr(l.before, 2)
          || ',"after":{"balanceMinor":' || t.balance_after || ',' || substr(l.after, 2) || '}' END AS content
    FROM ROWS FROM (json_to_recordset(p_lines) AS (
      "at" timestamptz, "actorId" uuid, operation text, "refusalCode" text, "subjectId" uuid, "clientAccountId" uuid, origin text,
      "originSalt" text, "contentSalt" text, "contentPersonId" uuid, content text, "movementId" uuid, before text, after text
    )) WITH ORDINALITY AS l
    LEFT JOIN transactions t ON t.id = l."movementId"
    ORDER BY l.ordinality
  LOOP
    IF v_line.movement IS NOT NULL AND v_line.content IS NULL THEN
      RAISE EXCEPTION 'audit: movement % is not recorded', v_line.movement USING ERRCODE = 'P0002';
    END IF;
    v_head.number := v_head.number + 1;
    -- Callers read the clock before they lock the head, and clocks of nodes differ slightly: the order of the trail decides.
    v_head.at := greatest(v_head.at, v_line.at);
    v_origin_digest := audit_digest(v_line.actor, v_line.origin_salt, v_line.origin);
    v_content_digest := audit_digest(v_line.content_person, v_line.content_salt, v_line.content);
    v_hash := audit_hash(v_head.hash, v_head.number, v_head.at, v_line.actor, v_line.operation,
      CASE WHEN v_line.refusal_code IS NULL THEN 'done' ELSE 'refused' END, v_line.refusal_code, v_line.subject, v_line.client_account,
      v_origin_digest, v_content_digest);
    v_entries := v_entries || ROW (v_head.number, v_head.at, v_line.actor, v_line.operation,
      CASE WHEN v_line.refusal_code IS NULL THEN 'done' ELSE 'refused' END, v_line.refusal_code, v_line.subject, v_line.client_account,
      v_origin_digest, v_content_digest, v_head.hash, v_hash)::audit_entries;
    IF v_line.origin IS NOT NULL THEN
      v_parts := v_parts || ROW (v_head.number, 'origin', v_line.actor, v_line.origin_salt, v_line.origin)::audit_parts;
    END IF;
    IF v_line.content IS NOT NULL THEN
      v_parts := v_parts || ROW (v_head.number, 'content', v_line.content_person, v_line.content_salt, v_line.content)::audit_parts;
    END IF;
    v_head.hash := v_hash;
  END LOOP;
  -- One statement: the triggers that compare lines and head look when all are written.
  WITH entries AS (INSERT INTO audit_entries SELECT * FROM unnest(v_entries)),
    parts AS (INSERT INTO audit_parts SELECT * FROM unnest(v_parts))
  UPDATE audit_head SET number = v_head.number, hash = v_head.hash, at = v_head.at WHERE id = 1;
END $$;

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
    OR w.hash <> audit_hash(w.previous_hash, w.number, w.at, w.actor_id, w.operation, w.outcome, w.refusal_code, w.subject_id,
      w.client_account_id, w.origin_digest, w.content_digest)
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
    audit_digest(w.person_id, w.salt, w.value)
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
