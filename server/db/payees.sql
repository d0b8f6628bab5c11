-- A check of a payee's name is evidence (PAY-16): it is written once, its decision is added once, and it goes after its time or with its client.
CREATE OR REPLACE FUNCTION payee_check_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.decision IS NOT NULL
    OR to_jsonb(NEW) - ARRAY['decision', 'decided_at', 'withdrawal_id'] <> to_jsonb(OLD) - ARRAY['decision', 'decided_at', 'withdrawal_id']
  THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER payee_checks_kept BEFORE UPDATE ON payee_checks
FOR EACH ROW EXECUTE FUNCTION payee_check_is_kept();

-- Deletes the checks that were answered before a moment, some at a time; how many.
CREATE OR REPLACE FUNCTION payee_checks_purge(p_before timestamptz, p_limit int) RETURNS int
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM payee_checks WHERE id IN (
      SELECT id FROM payee_checks WHERE answered_at < p_before ORDER BY answered_at LIMIT p_limit)
    RETURNING 1)
  SELECT count(*)::int FROM gone
$$;

REVOKE EXECUTE ON FUNCTION payee_checks_purge(timestamptz, int) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION payee_checks_purge(timestamptz, int) TO guichet_staff;

-- Deletes the checks of an account that is gone.
CREATE OR REPLACE FUNCTION payee_checks_forget(p_account uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM payee_checks
  WHERE client_account_id = p_account AND NOT EXISTS (SELECT 1 FROM client_accounts WHERE id = p_account)
$$;

REVOKE EXECUTE ON FUNCTION payee_checks_forget(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION payee_checks_forget(uuid) TO guichet_staff;
