-- What a member of the staff reads of clients who has files of their own there: an account of theirs, or a client they are tied to (STAFF-40,
-- decision 0054). Lists, searches, counts and exports run as `guichet_others`, which sees every row but those of these clients. The few who have
-- such files pay for it; the others read as the house.

-- The accounts of the person, and of the clients they are tied to.
CREATE OR REPLACE FUNCTION own_accounts() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(id), '{}') FROM (
    SELECT id FROM client_accounts WHERE user_id = current_person()
    UNION SELECT client_account_id FROM declared_links WHERE user_id = current_person()
  ) of_person
$$;

CREATE OR REPLACE FUNCTION own_people() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(user_id), '{}') FROM client_accounts WHERE id = ANY (own_accounts())
$$;

CREATE OR REPLACE FUNCTION own_loans() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(id), '{}') FROM loan_requests WHERE client_account_id = ANY (own_accounts())
$$;

-- The accounts of the books of these clients and of their loans.
CREATE OR REPLACE FUNCTION own_books() RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(id), '{}') FROM (
    SELECT ledger_account_id AS id FROM client_accounts WHERE id = ANY (own_accounts())
    UNION SELECT id FROM ledger_accounts WHERE holder_id = ANY (own_accounts() || own_loans())
  ) of_clients
$$;

-- The accounts of clients that a proposed command moves money of beside its own client's: each who gets a part of a receipt, whose transfer
-- stands in a file for the bank, who gets a transfer inside the house, who gets what is taken from a wrong client, and every side of a posting that is undone.
CREATE OR REPLACE FUNCTION accounts_of_command(p_operation text, p_input jsonb) RETURNS uuid[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(array_agg(DISTINCT id) FILTER (WHERE id IS NOT NULL), '{}') FROM (
    SELECT (part->>'accountId')::uuid AS id
      FROM jsonb_array_elements(CASE WHEN p_operation = 'bankLines.allocate' THEN p_input->'parts' END) part
    UNION ALL SELECT w.client_account_id
      FROM jsonb_array_elements_text(CASE WHEN p_operation = 'withdrawalBatches.export' THEN p_input->'withdrawalIds' END) transfer
      JOIN withdrawal_requests w ON w.id = transfer::uuid
    UNION ALL SELECT c.id FROM withdrawal_requests w JOIN client_accounts c ON c.iban = w.client_iban AND c.id <> w.client_account_id
      WHERE w.id = CASE WHEN p_operation = 'withdrawals.decide.approve' THEN (p_input->>'id')::uuid END
    UNION ALL SELECT CASE WHEN p_operation = 'corrections.create' THEN (p_input->>'rightAccountId')::uuid END
    UNION ALL SELECT c.id FROM ledger_entries e JOIN client_accounts c ON c.ledger_account_id = e.account_id
      WHERE e.transaction_id = CASE WHEN p_operation = 'corrections.reverse' THEN (p_input->>'id')::uuid END
  ) named
$$;

REVOKE EXECUTE ON FUNCTION own_accounts(), own_people(), own_loans(), own_books(), accounts_of_command(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION own_accounts(), own_people(), own_loans(), own_books() TO guichet_others;

GRANT EXECUTE ON FUNCTION accounts_of_command(text, jsonb) TO guichet_staff, guichet_others;

GRANT USAGE ON SCHEMA public TO guichet_others;

-- One policy for each table, by the column that names its client; a table without a client shows everything, as to the house. A policy that is
-- there in these words already is left alone: making it anew locks its table.
DO $$
DECLARE
  v_table record;
  v_accounts constant text := '(client_account_id = ANY ((SELECT own_accounts())::uuid[])) IS NOT TRUE';
  v_loans constant text := ' = ANY ((SELECT own_loans())::uuid[])) IS NOT TRUE';
  v_people constant text := ' = ANY ((SELECT own_people())::uuid[])) IS NOT TRUE';
  v_books constant text := ' = ANY ((SELECT own_books())::uuid[])) IS NOT TRUE';
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
    IF NOT has_table_privilege('guichet_others', v_table.oid, 'select') THEN
      EXECUTE format('GRANT SELECT ON %I TO guichet_others', v_table.name);
    END IF;
    v_condition := CASE
      WHEN v_table.name IN ('roles', 'user_roles', 'staff_members', 'bank_mode', 'demonstration_clock', 'four_eyes', 'approval_policies', 'bank_accounts')
        THEN 'true'
      WHEN v_table.name = 'users' THEN '(id' || v_people
        || ' OR id IN (SELECT user_id FROM staff_members) OR id IN (SELECT user_id FROM user_roles)'
      WHEN v_table.name = 'client_accounts' THEN '(id = ANY ((SELECT own_accounts())::uuid[])) IS NOT TRUE'
      WHEN v_table.name = 'proposals'
        THEN v_accounts || ' AND NOT accounts_of_command(operation, input) && (SELECT own_accounts())::uuid[]'
      WHEN v_table.name = 'proposal_votes' THEN 'proposal_id IN (SELECT id FROM proposals)'
      WHEN v_table.name = 'ledger_accounts' THEN '(id' || v_books
      WHEN v_table.name = 'ledger_entries' THEN '(account_id' || v_books
      WHEN v_table.name IN ('loan_offers', 'loan_contracts') THEN '(id' || v_loans
      WHEN v_table.name = 'files' THEN '(person_id' || v_people
      WHEN v_table.name = 'file_chunks' THEN 'file_id IN (SELECT id FROM files)'
      WHEN v_table.name = 'ficp_proofs' THEN 'consultation_id IN (SELECT id FROM ficp_consultations)'
      WHEN v_table.name = 'standing_order_runs' THEN 'standing_order_id IN (SELECT id FROM standing_orders)'
      WHEN v_table.name = 'audit_parts' THEN 'number IN (SELECT number FROM audit_entries)'
      WHEN 'client_account_id' = ANY (v_table.columns) THEN v_accounts
      WHEN 'loan_request_id' = ANY (v_table.columns) THEN '(loan_request_id' || v_loans
      WHEN 'loan_id' = ANY (v_table.columns) THEN '(loan_id' || v_loans
      WHEN 'withdrawal_id' = ANY (v_table.columns) THEN 'withdrawal_id IS NULL OR withdrawal_id IN (SELECT id FROM withdrawal_requests)'
      WHEN 'user_id' = ANY (v_table.columns) THEN '(user_id' || v_people
      ELSE 'true'
    END;
    CONTINUE WHEN NOT v_table.is_guarded OR EXISTS (
      SELECT FROM pg_policy p WHERE p.polrelid = v_table.oid AND p.polname = 'others' AND obj_description(p.oid, 'pg_policy') = v_condition
    );
    EXECUTE format('DROP POLICY IF EXISTS others ON %I', v_table.name);
    EXECUTE format('CREATE POLICY others ON %I FOR SELECT TO guichet_others USING (%s)', v_table.name, v_condition);
    EXECUTE format('COMMENT ON POLICY others ON %I IS %L', v_table.name, v_condition);
  END LOOP;
END $$;

-- Of a password only when it was changed (Q-41).
GRANT SELECT (user_id, created_at, updated_at) ON credentials TO guichet_others;

DROP POLICY IF EXISTS others ON credentials;

CREATE POLICY others ON credentials FOR SELECT TO guichet_others USING ((user_id = ANY ((SELECT own_people())::uuid[])) IS NOT TRUE);

-- Of the counter of IBANs the banks and branches alone: a receipt is compared with the IBANs that the house gives (PAY-28).
GRANT SELECT (bank, branch) ON iban_counters TO guichet_others;

DROP POLICY IF EXISTS others ON iban_counters;

CREATE POLICY others ON iban_counters FOR SELECT TO guichet_others USING (true);
