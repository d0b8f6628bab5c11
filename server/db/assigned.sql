-- What a member of the staff reaches whose role is set to assigned files (STAFF-41, decision 0054). Their readings run as `guichet_assigned`,
-- which sees the rows of the clients whose files somebody assigned to them, and none of another client. This is the one condition of it:
-- lists, searches, counts, exports and direct addresses are the same statements for them.

-- The accounts of clients of whom the person follows the file or a request now.
CREATE OR REPLACE FUNCTION assigned_accounts() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT client_account_id), '{}') FROM assignments WHERE assignee_id = current_person() AND ended_at IS NULL
    -- Never their own file, or that of a client they are tied to (STAFF-40).
    AND client_account_id NOT IN (SELECT client_account_id FROM declared_links WHERE user_id = current_person())
    AND client_account_id NOT IN (SELECT id FROM client_accounts WHERE user_id = current_person())
$$;

CREATE OR REPLACE FUNCTION assigned_people() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(user_id), '{}') FROM client_accounts WHERE id = ANY (assigned_accounts())
$$;

CREATE OR REPLACE FUNCTION assigned_loans() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(id), '{}') FROM loan_requests WHERE client_account_id = ANY (assigned_accounts())
$$;

-- The accounts of the books of these clients and of their loans.
CREATE OR REPLACE FUNCTION assigned_books() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(id), '{}') FROM (
    SELECT ledger_account_id AS id FROM client_accounts WHERE id = ANY (assigned_accounts())
    UNION SELECT id FROM ledger_accounts WHERE holder_id = ANY (assigned_accounts() || assigned_loans())
  ) of_clients
$$;

REVOKE EXECUTE ON FUNCTION assigned_accounts(), assigned_people(), assigned_loans(), assigned_books() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION assigned_accounts(), assigned_people(), assigned_loans(), assigned_books() TO guichet_assigned;

GRANT USAGE ON SCHEMA public TO guichet_assigned;

-- One policy for each table, by the column that names its client; a table that none of these conditions fits shows nothing. A policy that is
-- there in these words already is left alone: making it anew locks its table.
DO $$
DECLARE
  v_table record;
  v_accounts constant text := 'client_account_id = ANY ((SELECT assigned_accounts())::uuid[])';
  v_loans constant text := ' = ANY ((SELECT assigned_loans())::uuid[])';
  v_people constant text := ' = ANY ((SELECT assigned_people())::uuid[])';
  v_books constant text := ' = ANY ((SELECT assigned_books())::uuid[])';
  v_condition text;
BEGIN
  FOR v_table IN
    SELECT c.oid, c.relname AS name, c.relrowsecurity AS is_guarded,
      (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  LOOP
    CONTINUE WHEN v_table.name IN (
      'secrets', 'credentials', 'verifications', 'sessions', 'second_factors', 'passkeys', 'recovery_codes', 'attempts', 'iban_counters',
      'idempotency_keys'
    );
    IF NOT has_table_privilege('guichet_assigned', v_table.oid, 'select') THEN
      EXECUTE format('GRANT SELECT ON %I TO guichet_assigned', v_table.name);
    END IF;
    v_condition := CASE
      WHEN v_table.name IN ('roles', 'user_roles', 'staff_members', 'bank_mode', 'demonstration_clock', 'four_eyes', 'approval_policies', 'bank_accounts')
        THEN 'true'
      WHEN v_table.name = 'users' THEN 'id' || v_people
        || ' OR id IN (SELECT user_id FROM staff_members) OR id IN (SELECT user_id FROM user_roles)'
      WHEN v_table.name = 'client_accounts' THEN 'id = ANY ((SELECT assigned_accounts())::uuid[])'
      WHEN v_table.name = 'assignments' THEN v_accounts || ' OR assignee_id = (SELECT current_person())'
      WHEN v_table.name IN ('proposals', 'governed_acts') THEN v_accounts || ' OR maker_id = (SELECT current_person())'
      WHEN v_table.name = 'proposal_votes' THEN 'proposal_id IN (SELECT id FROM proposals)'
      WHEN v_table.name = 'ledger_accounts' THEN 'id' || v_books
      WHEN v_table.name = 'ledger_entries' THEN 'account_id' || v_books
      WHEN v_table.name = 'ledger_transactions' THEN 'id IN (SELECT ledger_transaction_id FROM transactions)'
      WHEN v_table.name IN ('loan_offers', 'loan_contracts') THEN 'id' || v_loans
      -- The proof of a consultation is a file of the colleague who put it there.
      WHEN v_table.name = 'files' THEN 'person_id' || v_people || ' OR id IN (SELECT file_id FROM ficp_proofs)'
      WHEN v_table.name = 'file_chunks' THEN 'file_id IN (SELECT id FROM files)'
      WHEN v_table.name = 'ficp_proofs' THEN 'consultation_id IN (SELECT id FROM ficp_consultations)'
      WHEN v_table.name = 'standing_order_runs' THEN 'standing_order_id IN (SELECT id FROM standing_orders)'
      WHEN v_table.name = 'audit_parts' THEN 'number IN (SELECT number FROM audit_entries)'
      WHEN 'client_account_id' = ANY (v_table.columns) THEN v_accounts
      WHEN 'loan_request_id' = ANY (v_table.columns) THEN 'loan_request_id' || v_loans
      WHEN 'loan_id' = ANY (v_table.columns) THEN 'loan_id' || v_loans
      WHEN 'withdrawal_id' = ANY (v_table.columns) THEN 'withdrawal_id IN (SELECT id FROM withdrawal_requests)'
      WHEN 'user_id' = ANY (v_table.columns) THEN 'user_id' || v_people
    END;
    CONTINUE WHEN v_condition IS NULL OR NOT v_table.is_guarded OR EXISTS (
      SELECT FROM pg_policy p WHERE p.polrelid = v_table.oid AND p.polname = 'assigned' AND obj_description(p.oid, 'pg_policy') = v_condition
    );
    EXECUTE format('DROP POLICY IF EXISTS assigned ON %I', v_table.name);
    EXECUTE format('CREATE POLICY assigned ON %I FOR SELECT TO guichet_assigned USING (%s)', v_table.name, v_condition);
    EXECUTE format('COMMENT ON POLICY assigned ON %I IS %L', v_table.name, v_condition);
  END LOOP;
END $$;

-- Of a password only when it was changed (Q-41).
GRANT SELECT (user_id, created_at, updated_at) ON credentials TO guichet_assigned;

DROP POLICY IF EXISTS assigned ON credentials;

CREATE POLICY assigned ON credentials FOR SELECT TO guichet_assigned USING (user_id = ANY ((SELECT assigned_people())::uuid[]));

-- Of the counter of IBANs the banks and branches alone: a receipt is compared with the IBANs that the house gives (PAY-28).
GRANT SELECT (bank, branch) ON iban_counters TO guichet_assigned;

DROP POLICY IF EXISTS assigned ON iban_counters;

CREATE POLICY assigned ON iban_counters FOR SELECT TO guichet_assigned USING (true);
