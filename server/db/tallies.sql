-- Keeps the tallies of a table's rows and of its open rows. Arguments: name of the first, name of the second, condition of the second.
-- Once per statement, so that a thousand rows written together cost one addition.
CREATE OR REPLACE FUNCTION keep_tallies() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_all bigint := 0;
  v_some bigint := 0;
  v_all_before bigint := 0;
  v_some_before bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    EXECUTE format('SELECT count(*), count(*) FILTER (WHERE %s) FROM rows_after', TG_ARGV[2]) INTO v_all, v_some;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    EXECUTE format('SELECT count(*), count(*) FILTER (WHERE %s) FROM rows_before', TG_ARGV[2])
      INTO v_all_before, v_some_before;
  END IF;
  INSERT INTO tallies AS t (name, stripe, value)
  SELECT change.name, pg_backend_pid() % 16, change.by
  FROM (VALUES (TG_ARGV[0], v_all - v_all_before), (TG_ARGV[1], v_some - v_some_before)) AS change (name, by)
  WHERE change.by <> 0
  ORDER BY change.name
  ON CONFLICT (name, stripe) DO UPDATE SET value = t.value + excluded.value;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER client_accounts_tally_insert AFTER INSERT ON client_accounts REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('clients', 'activated-clients', 'is_activated');

CREATE OR REPLACE TRIGGER client_accounts_tally_update AFTER UPDATE ON client_accounts REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('clients', 'activated-clients', 'is_activated');

CREATE OR REPLACE TRIGGER client_accounts_tally_delete AFTER DELETE ON client_accounts REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('clients', 'activated-clients', 'is_activated');

CREATE OR REPLACE TRIGGER loan_requests_tally_insert AFTER INSERT ON loan_requests REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('loans', 'open-loans', 'stage = ''request''');

CREATE OR REPLACE TRIGGER loan_requests_tally_update AFTER UPDATE ON loan_requests REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('loans', 'open-loans', 'stage = ''request''');

CREATE OR REPLACE TRIGGER loan_requests_tally_delete AFTER DELETE ON loan_requests REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('loans', 'open-loans', 'stage = ''request''');

CREATE OR REPLACE TRIGGER withdrawal_requests_tally_insert AFTER INSERT ON withdrawal_requests REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('withdrawals', 'open-withdrawals', 'status in (''pending'', ''processing'', ''approved'')');

CREATE OR REPLACE TRIGGER withdrawal_requests_tally_update AFTER UPDATE ON withdrawal_requests REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('withdrawals', 'open-withdrawals', 'status in (''pending'', ''processing'', ''approved'')');

CREATE OR REPLACE TRIGGER withdrawal_requests_tally_delete AFTER DELETE ON withdrawal_requests REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('withdrawals', 'open-withdrawals', 'status in (''pending'', ''processing'', ''approved'')');

CREATE OR REPLACE TRIGGER fees_tally_insert AFTER INSERT ON fees REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('fees', 'open-fees', 'status <> ''paid''');

CREATE OR REPLACE TRIGGER fees_tally_update AFTER UPDATE ON fees REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('fees', 'open-fees', 'status <> ''paid''');

CREATE OR REPLACE TRIGGER fees_tally_delete AFTER DELETE ON fees REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies('fees', 'open-fees', 'status <> ''paid''');

-- How many rows of a table stand in each status, kept beside the tallies above: the lists of the back office say them exactly.
-- Argument: the name of the table's own tally; the status follows it after a colon.
CREATE OR REPLACE FUNCTION keep_status_tallies() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO tallies AS t (name, stripe, value)
    SELECT TG_ARGV[0] || ':' || status, pg_backend_pid() % 16, count(*) FROM rows_after GROUP BY status ORDER BY status
    ON CONFLICT (name, stripe) DO UPDATE SET value = t.value + excluded.value;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO tallies AS t (name, stripe, value)
    SELECT TG_ARGV[0] || ':' || status, pg_backend_pid() % 16, -count(*) FROM rows_before GROUP BY status ORDER BY status
    ON CONFLICT (name, stripe) DO UPDATE SET value = t.value + excluded.value;
  ELSE
    INSERT INTO tallies AS t (name, stripe, value)
    SELECT TG_ARGV[0] || ':' || status, pg_backend_pid() % 16, sum(by)
    FROM (SELECT status, 1 AS by FROM rows_after UNION ALL SELECT status, -1 FROM rows_before) AS change
    GROUP BY status HAVING sum(by) <> 0 ORDER BY status
    ON CONFLICT (name, stripe) DO UPDATE SET value = t.value + excluded.value;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER loan_requests_tally_status_insert AFTER INSERT ON loan_requests REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_status_tallies('loans');

CREATE OR REPLACE TRIGGER loan_requests_tally_status_update AFTER UPDATE ON loan_requests REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_status_tallies('loans');

CREATE OR REPLACE TRIGGER loan_requests_tally_status_delete AFTER DELETE ON loan_requests REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_status_tallies('loans');

CREATE OR REPLACE TRIGGER withdrawal_requests_tally_status_insert AFTER INSERT ON withdrawal_requests REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_status_tallies('withdrawals');

CREATE OR REPLACE TRIGGER withdrawal_requests_tally_status_update AFTER UPDATE ON withdrawal_requests REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_status_tallies('withdrawals');

CREATE OR REPLACE TRIGGER withdrawal_requests_tally_status_delete AFTER DELETE ON withdrawal_requests REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_status_tallies('withdrawals');
