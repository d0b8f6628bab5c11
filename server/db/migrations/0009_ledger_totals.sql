CREATE TABLE "ledger_totals" (
	"period" date NOT NULL,
	"currency" text NOT NULL,
	"event" text NOT NULL,
	"stripe" smallint NOT NULL,
	"received" bigint NOT NULL,
	"sent" bigint NOT NULL,
	CONSTRAINT "ledger_totals_period_currency_event_stripe_pk" PRIMARY KEY("period","currency","event","stripe")
);
--> statement-breakpoint
CREATE INDEX "ledger_accounts_house" ON "ledger_accounts" USING btree ("code") WHERE kind = 'house';
--> statement-breakpoint
-- As in migration 0001, and keeps the sums of what client accounts received and sent, in the same call and the same transaction: of the
-- day in the house's time zone, and since the beginning. Last, so that a posting that waits for an account holds no sum meanwhile.
CREATE OR REPLACE FUNCTION ledger_post(
  p_id uuid, p_event text, p_cause uuid, p_author uuid, p_at timestamptz, p_entries jsonb
) RETURNS TABLE (account_id uuid, sequence bigint, balance_after bigint)
LANGUAGE plpgsql AS $$
DECLARE
  v_expected int := jsonb_array_length(p_entries);
  v_moved int;
BEGIN
  INSERT INTO ledger_transactions (id, event, cause_id, author_id, occurred_at)
  VALUES (p_id, p_event, p_cause, p_author, p_at);

  INSERT INTO ledger_accounts (id, code, kind, currency)
  SELECT md5(e.code)::uuid, e.code, 'house', e.currency
  FROM jsonb_to_recordset(p_entries) AS e(code text, currency text, amount bigint)
  WHERE e.code LIKE 'house:%' AND NOT EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.code = e.code)
  ON CONFLICT (code) DO NOTHING;

  PERFORM 1 FROM ledger_accounts a
  WHERE a.code IN (SELECT e.code FROM jsonb_to_recordset(p_entries) AS e(code text))
  ORDER BY a.id FOR UPDATE;

  RETURN QUERY
  WITH moved AS (
    UPDATE ledger_accounts a SET balance = a.balance + e.amount, sequence = a.sequence + 1
    FROM jsonb_to_recordset(p_entries) AS e(code text, currency text, amount bigint)
    WHERE a.code = e.code AND a.currency = e.currency
    RETURNING a.id, a.sequence, a.balance, e.amount, e.currency
  )
  INSERT INTO ledger_entries AS l (account_id, sequence, transaction_id, amount, currency, balance_after)
  SELECT moved.id, moved.sequence, p_id, moved.amount, moved.currency, moved.balance FROM moved
  RETURNING l.account_id, l.sequence, l.balance_after;

  GET DIAGNOSTICS v_moved = ROW_COUNT;
  IF v_moved <> v_expected THEN
    RAISE EXCEPTION 'ledger: % of % entries found their account', v_moved, v_expected USING ERRCODE = 'P0002';
  END IF;

  INSERT INTO ledger_totals AS t (period, currency, event, stripe, received, sent)
  SELECT p.period, e.currency, p_event, pg_backend_pid() % 16,
    sum(greatest(e.amount, 0)), sum(greatest(-e.amount, 0))
  FROM jsonb_to_recordset(p_entries) AS e(code text, currency text, amount bigint),
    (VALUES (date '-infinity'), ((p_at AT TIME ZONE 'Europe/Paris')::date)) AS p (period)
  WHERE e.code LIKE 'client:%'
  GROUP BY p.period, e.currency
  ORDER BY p.period, e.currency
  ON CONFLICT (period, currency, event, stripe)
    DO UPDATE SET received = t.received + excluded.received, sent = t.sent + excluded.sent;
END $$;
--> statement-breakpoint
-- What was posted before this migration.
INSERT INTO ledger_totals (period, currency, event, stripe, received, sent)
SELECT p.period, e.currency, t.event, 0, sum(greatest(e.amount, 0)), sum(greatest(-e.amount, 0))
FROM ledger_entries e
JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'client'
JOIN ledger_transactions t ON t.id = e.transaction_id
CROSS JOIN LATERAL (VALUES (date '-infinity'), ((t.occurred_at AT TIME ZONE 'Europe/Paris')::date)) AS p (period)
GROUP BY p.period, e.currency, t.event;
