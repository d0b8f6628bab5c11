-- Anybody can open an account under a stranger's address. Until a mailed link was followed, an address gets few mails a day (decision 0020).
-- People who were here before have used the product with theirs.
UPDATE users SET email_verified = true;
--> statement-breakpoint
-- Where a mail to a person goes. A mail to an address that is not proved is counted there, with those that visitors ask for
-- (server/auth/mail-leaves.ts, the same key); null when that would pass the limit. Clients have no other way to the counters, and count
-- their own address alone.
CREATE FUNCTION mail_recipient(p_person uuid, p_at timestamptz, p_limit int, p_hours int) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_email text;
  v_is_proved boolean;
BEGIN
  SELECT email, email_verified INTO v_email, v_is_proved FROM users
  WHERE id = p_person AND (current_setting('role') <> 'guichet_client' OR id = current_person());
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
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION mail_recipient(uuid, timestamptz, int, int) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION mail_recipient(uuid, timestamptz, int, int) TO guichet_staff, guichet_client;
