-- What the second wall stands on (decision 0015, migration 0014), and what has to read or write where its caller may not: each of these
-- functions does one thing, as the owner of the tables, and finds them where they are whatever the session's search path says.

-- Who the transaction is for; null when none was named: then no row is visible.
CREATE OR REPLACE FUNCTION current_person() RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('guichet.person', true), '')::uuid
$$;

-- Forgets what the audit trail says of people who are gone; its triggers refuse it of anybody else (audit.sql).
CREATE OR REPLACE FUNCTION audit_forget(p_people uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM audit_parts WHERE person_id = ANY (p_people)
$$;

REVOKE EXECUTE ON FUNCTION audit_forget(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION audit_forget(uuid[]) TO guichet_staff;

-- Where a mail to a person goes. A mail to an address that is not proved is counted there, with those that visitors ask for
-- (server/auth/mail-leaves.ts, the same key); null when that would pass the limit. Clients have no other way to the counters, and count
-- their own address alone.
CREATE OR REPLACE FUNCTION mail_recipient(p_person uuid, p_at timestamptz, p_limit int, p_hours int) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_email text;
  v_is_proved boolean;
BEGIN
  SELECT email, email_verified INTO v_email, v_is_proved FROM users
  WHERE id = p_person AND (current_setting('role') <> 'guichet_client' OR id = current_person())
  -- The person before the counter, as rows that name them want it anyway (docs/lock-order.md).
  FOR KEY SHARE;
  IF v_is_proved OR v_email IS NULL THEN RETURN v_email; END IF;
  INSERT INTO attempts AS a (key, count, ends_at)
  VALUES (
    'mails-address:' || rtrim(translate(encode(sha256(convert_to(v_email, 'UTF8')), 'base64'), '+/', '-_'), '='),
    1, p_at + make_interval(hours => p_hours)
  )
  ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN a.ends_at <= p_at THEN 1 ELSE a.count + 1 END,
    ends_at = CASE WHEN a.ends_at <= p_at THEN excluded.ends_at ELSE a.ends_at END
  WHERE a.ends_at <= p_at OR a.count < p_limit;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN v_email;
END $$;

REVOKE EXECUTE ON FUNCTION mail_recipient(uuid, timestamptz, int, int) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION mail_recipient(uuid, timestamptz, int, int) TO guichet_staff, guichet_client;

GRANT SELECT ON drizzle.applied_functions TO guichet_staff;
