-- How many rows of a table stand in each status, kept beside the tallies of migration 0003: the lists of the back office say them exactly.
-- Argument: the name of the table's own tally; the status follows it after a colon.
CREATE FUNCTION keep_status_tallies() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
--> statement-breakpoint
CREATE TRIGGER loan_requests_tally_status_insert AFTER INSERT ON loan_requests REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_status_tallies('loans');
--> statement-breakpoint
CREATE TRIGGER loan_requests_tally_status_update AFTER UPDATE ON loan_requests REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_status_tallies('loans');
--> statement-breakpoint
CREATE TRIGGER loan_requests_tally_status_delete AFTER DELETE ON loan_requests REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_status_tallies('loans');
--> statement-breakpoint
CREATE TRIGGER withdrawal_requests_tally_status_insert AFTER INSERT ON withdrawal_requests REFERENCING NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_status_tallies('withdrawals');
--> statement-breakpoint
CREATE TRIGGER withdrawal_requests_tally_status_update AFTER UPDATE ON withdrawal_requests REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
FOR EACH STATEMENT EXECUTE FUNCTION keep_status_tallies('withdrawals');
--> statement-breakpoint
CREATE TRIGGER withdrawal_requests_tally_status_delete AFTER DELETE ON withdrawal_requests REFERENCING OLD TABLE AS rows_before
FOR EACH STATEMENT EXECUTE FUNCTION keep_status_tallies('withdrawals');
--> statement-breakpoint
INSERT INTO tallies (name, stripe, value)
SELECT 'loans:' || status, 0, count(*) FROM loan_requests GROUP BY status
UNION ALL SELECT 'withdrawals:' || status, 0, count(*) FROM withdrawal_requests GROUP BY status;
