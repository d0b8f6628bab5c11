-- The second wall (decision 0015). Two roles that own nothing: the house (administrators, jobs, signing in) and the client, who reaches
-- their own rows only. Roles belong to the whole server: another database of it may make them at the same moment, or have made them.
DO $$
DECLARE
  v_role text;
BEGIN
  FOREACH v_role IN ARRAY ARRAY['guichet_staff', 'guichet_client'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = v_role) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', v_role);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
    -- Whoever can be it may be it; membership alone does not say so, and how to ask differs between versions.
    BEGIN
      PERFORM set_config('role', v_role, true);
      PERFORM set_config('role', 'none', true);
    EXCEPTION WHEN insufficient_privilege THEN
      BEGIN
        EXECUTE format('GRANT %I TO CURRENT_USER', v_role);
      EXCEPTION WHEN unique_violation OR internal_error THEN NULL;
      END;
    END;
  END LOOP;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE EXCEPTION USING ERRCODE = 'insufficient_privilege', CONSTRAINT = 'guichet_roles', MESSAGE = format(
    'The database user %1$s may not make the roles of the bank, or join them. As an administrator of PostgreSQL run once: %2$sGRANT guichet_staff, guichet_client TO %1$s; then start again.',
    quote_ident(current_user),
    (SELECT string_agg(format('CREATE ROLE %s NOLOGIN; ', role), '' ORDER BY role DESC) FROM unnest(ARRAY['guichet_staff', 'guichet_client']) AS role
      WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = role)));
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public, drizzle TO guichet_staff;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO guichet_client;
--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO guichet_staff;
--> statement-breakpoint
-- Who the transaction is for; null when nobody was named, which no row answers to.
CREATE FUNCTION current_person() RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('guichet.person', true), '')::uuid
$$;
--> statement-breakpoint
-- Every table has its rows guarded: whoever has no policy sees none, whatever was granted. The house has one that costs nothing.
-- Rates are nobody's.
DO $$
DECLARE
  v_table text;
BEGIN
  FOR v_table IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'currency_rates' LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY staff ON %I TO guichet_staff USING (true) WITH CHECK (true)', v_table);
  END LOOP;
END $$;
--> statement-breakpoint
-- The house reads everything and writes what its work needs. Entries, postings and sums are written by ledger_post_all alone; lines of
-- the audit trail, clients' movements and notes are added and never changed.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO guichet_staff;
--> statement-breakpoint
GRANT INSERT, UPDATE, DELETE ON
  users, credentials, sessions, verifications, user_roles, second_factors, passkeys, recovery_codes, attempts, sign_up_details, profiles,
  client_accounts, loan_requests, withdrawal_requests, fees, notifications, outbox, idempotency_keys, newsletter_subscriptions,
  currency_rates
TO guichet_staff;
--> statement-breakpoint
GRANT INSERT, DELETE ON transactions, sign_ins TO guichet_staff;
--> statement-breakpoint
GRANT INSERT, UPDATE ON secrets, withdrawal_batches, withdrawal_batch_lines TO guichet_staff;
--> statement-breakpoint
GRANT INSERT ON audit_entries, audit_parts, client_notes TO guichet_staff;
--> statement-breakpoint
GRANT INSERT, UPDATE (number, hash, id) ON audit_head TO guichet_staff;
--> statement-breakpoint
-- An account of the books is opened, empty (migration 0001 refuses a balance without entries), and its balance is nobody's to change.
-- Only who may change a row may lock it: the id is what a trigger lets nobody change.
GRANT INSERT, UPDATE (id) ON ledger_accounts TO guichet_staff;
--> statement-breakpoint
-- A client reads what is theirs. Passwords, secrets, links, tokens, entries and sums are out of reach altogether.
GRANT SELECT ON
  profiles, sign_up_details, client_accounts, transactions, loan_requests, withdrawal_requests, fees, user_roles, sign_ins,
  notifications, outbox, idempotency_keys, newsletter_subscriptions, currency_rates
TO guichet_client;
--> statement-breakpoint
GRANT SELECT (id, name, email, email_verified, language, created_at, updated_at) ON users TO guichet_client;
--> statement-breakpoint
GRANT SELECT (id, user_id, expires_at, ip_address, user_agent, created_at, updated_at), DELETE ON sessions TO guichet_client;
--> statement-breakpoint
GRANT SELECT (user_id, activated_at) ON second_factors TO guichet_client;
--> statement-breakpoint
GRANT SELECT (id, user_id, name, created_at, last_used_at) ON passkeys TO guichet_client;
--> statement-breakpoint
GRANT SELECT (id, user_id, created_at, used_at) ON recovery_codes TO guichet_client;
--> statement-breakpoint
GRANT SELECT (id, client_account_id, text, created_at) ON client_notes TO guichet_client;
--> statement-breakpoint
GRANT SELECT (number, at, operation, outcome, client_account_id) ON audit_entries TO guichet_client;
--> statement-breakpoint
GRANT SELECT (number, part, value, person_id) ON audit_parts TO guichet_client;
--> statement-breakpoint
GRANT SELECT (id, currency, balance), UPDATE (id) ON ledger_accounts TO guichet_client;
--> statement-breakpoint
-- What a client writes: their details, their requests, what tells of them, and the answers to their own calls.
GRANT UPDATE (name, language, updated_at) ON users TO guichet_client;
--> statement-breakpoint
GRANT UPDATE (first_name, last_name, phone, address, city, postal_code, date_of_birth, profession, updated_at) ON profiles
TO guichet_client;
--> statement-breakpoint
GRANT INSERT, UPDATE (first_name, last_name, phone, country) ON sign_up_details TO guichet_client;
--> statement-breakpoint
GRANT INSERT ON loan_requests, withdrawal_requests, notifications, outbox, idempotency_keys TO guichet_client;
--> statement-breakpoint
GRANT UPDATE (status, processed_by, processed_at) ON withdrawal_requests TO guichet_client;
--> statement-breakpoint
GRANT UPDATE (status, payment_method, declared_at) ON fees TO guichet_client;
--> statement-breakpoint
GRANT UPDATE (read_at) ON notifications TO guichet_client;
--> statement-breakpoint
GRANT UPDATE (response), DELETE ON idempotency_keys TO guichet_client;
--> statement-breakpoint
-- The person's own rows, by each way a table names its person. Found once per statement, and written out rather than called: a function
-- that reads a table would be planned anew each time.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY[
    'profiles', 'sign_up_details', 'client_accounts', 'user_roles', 'sign_ins', 'sessions', 'second_factors', 'passkeys', 'recovery_codes',
    'notifications', 'outbox'
  ] LOOP
    EXECUTE format('CREATE POLICY own ON %I TO guichet_client USING (user_id = (SELECT current_person()))', v_table);
  END LOOP;
  FOREACH v_table IN ARRAY ARRAY['transactions', 'loan_requests', 'withdrawal_requests', 'fees', 'client_notes'] LOOP
    EXECUTE format(
      'CREATE POLICY own ON %I TO guichet_client USING (client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()))',
      v_table);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE POLICY own ON users TO guichet_client USING (id = (SELECT current_person()));
--> statement-breakpoint
CREATE POLICY own ON idempotency_keys TO guichet_client USING (actor_id = (SELECT current_person()));
--> statement-breakpoint
CREATE POLICY own ON ledger_accounts TO guichet_client
USING (id = (SELECT ledger_account_id FROM client_accounts WHERE user_id = current_person()));
--> statement-breakpoint
CREATE POLICY own ON audit_entries TO guichet_client
USING (client_account_id IN ((SELECT current_person()), (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person())));
--> statement-breakpoint
CREATE POLICY own ON audit_parts TO guichet_client
USING (person_id IN ((SELECT current_person()), (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person())));
--> statement-breakpoint
CREATE POLICY own ON newsletter_subscriptions TO guichet_client
USING (email = (SELECT lower(u.email) FROM users u WHERE u.id = current_person()));
--> statement-breakpoint
-- A client asks; the house decides. What a client writes of a request is its beginning, its cancellation, that a fee was paid.
CREATE POLICY begins ON loan_requests AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (status = 'pending' AND reviewed_by IS NULL AND paid_out_at IS NULL AND ledger_transaction_id IS NULL);
--> statement-breakpoint
CREATE POLICY begins ON withdrawal_requests AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (status = 'pending' AND processed_by IS NULL AND ledger_transaction_id IS NULL);
--> statement-breakpoint
CREATE POLICY ends ON withdrawal_requests AS RESTRICTIVE FOR UPDATE TO guichet_client
USING (true) WITH CHECK (status = 'cancelled' AND processed_by = (SELECT current_person()));
--> statement-breakpoint
CREATE POLICY declared ON fees AS RESTRICTIVE FOR UPDATE TO guichet_client
USING (true) WITH CHECK (status = 'pending_validation');
--> statement-breakpoint
-- What has to write where its caller may not: each does one thing, as the owner of the tables, and finds them where they are whatever
-- the session's search path says.
ALTER FUNCTION ledger_post_all SECURITY DEFINER SET search_path = public, pg_temp;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION ledger_post_all FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION ledger_post_all TO guichet_staff;
--> statement-breakpoint
ALTER FUNCTION keep_tallies() SECURITY DEFINER SET search_path = public, pg_temp;
--> statement-breakpoint
-- Forgets what the audit trail says of people who are gone; its triggers refuse it of anybody else (migration 0007).
CREATE FUNCTION audit_forget(p_people uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM audit_parts WHERE person_id = ANY (p_people)
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION audit_forget(uuid[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION audit_forget(uuid[]) TO guichet_staff;
--> statement-breakpoint
-- The name of who decided a withdrawal or settled a fee: a client is told it of their own, and of nobody else.
CREATE FUNCTION decider_name(p_request uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(p.display_name, u.name)
  FROM (
    SELECT processed_by AS id, client_account_id FROM withdrawal_requests WHERE id = p_request
    UNION ALL SELECT settled_by, client_account_id FROM fees WHERE id = p_request
  ) decider
  JOIN users u ON u.id = decider.id
  LEFT JOIN profiles p ON p.user_id = u.id
  WHERE current_setting('role') = 'guichet_staff' OR decider.client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person())
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION decider_name(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION decider_name(uuid) TO guichet_staff, guichet_client;
