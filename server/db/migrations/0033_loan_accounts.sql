-- An account is a code of the chart, its holder and a currency (decision 0028). What stood in `kind` and `code` becomes columns; an account
-- whose client is gone holds itself.
ALTER TABLE "ledger_accounts"
  ADD COLUMN "chart_code" text,
  ADD COLUMN "holder_kind" text,
  ADD COLUMN "holder_id" uuid,
  ADD COLUMN "stripe" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE ledger_accounts a SET
  chart_code = CASE kind WHEN 'client' THEN 'clients' ELSE split_part(code, ':', 2) END,
  holder_kind = kind,
  holder_id = CASE kind
    WHEN 'client' THEN coalesce((SELECT c.id FROM client_accounts c WHERE c.ledger_account_id = a.id), a.id)
    ELSE '00000000-0000-0000-0000-000000000000'
  END;
--> statement-breakpoint
-- The triggers and functions below stand in server/db/ledger.sql, which makes them anew for the columns as they are now.
DROP TRIGGER ledger_accounts_identity ON ledger_accounts;
--> statement-breakpoint
DROP FUNCTION ledger_post_all;
--> statement-breakpoint
DROP INDEX "ledger_accounts_house";
--> statement-breakpoint
ALTER TABLE "ledger_accounts"
  DROP CONSTRAINT "ledger_accounts_code_unique",
  DROP CONSTRAINT ledger_accounts_house_has_no_floor,
  DROP COLUMN "code",
  DROP COLUMN "kind",
  ALTER COLUMN "chart_code" SET NOT NULL,
  ALTER COLUMN "holder_kind" SET NOT NULL,
  ALTER COLUMN "holder_id" SET NOT NULL,
  ADD CONSTRAINT "ledger_accounts_one" UNIQUE("holder_id","chart_code","currency","holder_kind","stripe"),
  ADD CONSTRAINT ledger_accounts_only_clients_have_a_floor CHECK (holder_kind = 'client' OR floor IS NULL),
  ADD CONSTRAINT ledger_accounts_only_the_house_has_stripes CHECK (stripe = 0 OR (holder_kind = 'house' AND stripe BETWEEN 1 AND 15));
--> statement-breakpoint
-- Until now a transaction was booked, and its money counted, on the day it was written. Computed once and kept: rows that are append-only are
-- not updated.
ALTER TABLE "ledger_transactions"
  ADD COLUMN "booking_day" date NOT NULL GENERATED ALWAYS AS ((occurred_at AT TIME ZONE 'Europe/Paris')::date) STORED,
  ADD COLUMN "value_day" date NOT NULL GENERATED ALWAYS AS ((occurred_at AT TIME ZONE 'Europe/Paris')::date) STORED,
  ADD COLUMN "reverses" uuid;
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ALTER COLUMN "booking_day" DROP EXPRESSION, ALTER COLUMN "value_day" DROP EXPRESSION;
--> statement-breakpoint
ALTER TABLE "transactions"
  ADD COLUMN "value_day" date NOT NULL GENERATED ALWAYS AS ((created_at AT TIME ZONE 'Europe/Paris')::date) STORED;
--> statement-breakpoint
ALTER TABLE "transactions" ALTER COLUMN "value_day" DROP EXPRESSION;
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_reverses" ON "ledger_transactions" USING btree ("reverses") WHERE reverses is not null;
--> statement-breakpoint
CREATE INDEX "ledger_entries_transaction" ON "ledger_entries" USING brin ("transaction_id");
--> statement-breakpoint
-- Capital that is lent moves from the house's common account to its loan's own, by one transaction for each loan that is paid out and still
-- there: no instalment is collected yet, so that a loan owes what was paid out. What the common account still holds then was lent to clients
-- who were deleted before set-off existed; no loan can be named for it, and it stays. Author: the operator's command that migrates.
CREATE TABLE moving AS
SELECT l.id AS loan_id, l.currency, l.principal AS amount, gen_random_uuid() AS transaction_id,
  md5('loan:' || l.id || ':loans-receivable:' || l.currency)::uuid AS account_id, h.id AS house_id,
  h.sequence + row_number() OVER running AS house_sequence, (h.balance + sum(l.principal) OVER running)::bigint AS house_balance
FROM loans l
JOIN ledger_accounts h ON h.chart_code = 'loans-receivable' AND h.holder_kind = 'house' AND h.currency = l.currency
WHERE l.paid_out_at IS NOT NULL
WINDOW running AS (PARTITION BY l.currency ORDER BY l.paid_out_at, l.id ROWS UNBOUNDED PRECEDING);
--> statement-breakpoint
INSERT INTO ledger_transactions (id, event, cause_id, author_id, occurred_at, booking_day, value_day)
SELECT transaction_id, 'loan-account-opening', loan_id, '00000000-0000-8000-9000-000000000104', now(),
  (now() AT TIME ZONE 'Europe/Paris')::date, (now() AT TIME ZONE 'Europe/Paris')::date
FROM moving;
--> statement-breakpoint
INSERT INTO ledger_accounts (id, chart_code, holder_kind, holder_id, currency)
SELECT account_id, 'loans-receivable', 'loan', loan_id, currency FROM moving;
--> statement-breakpoint
INSERT INTO ledger_entries (account_id, sequence, transaction_id, amount, currency, balance_after)
SELECT account_id, 1, transaction_id, -amount, currency, -amount FROM moving
UNION ALL
SELECT house_id, house_sequence, transaction_id, amount, currency, house_balance FROM moving;
--> statement-breakpoint
UPDATE ledger_accounts a SET balance = m.balance, sequence = m.sequence
FROM (
  SELECT account_id AS id, -amount AS balance, 1 AS sequence FROM moving
  UNION ALL
  (SELECT DISTINCT ON (house_id) house_id, house_balance, house_sequence FROM moving ORDER BY house_id, house_sequence DESC)
) m
WHERE a.id = m.id;
--> statement-breakpoint
DROP TABLE moving;
--> statement-breakpoint
-- The sums kept with each posting are of every code of the chart now, not only of clients' accounts, and so are made anew.
DELETE FROM ledger_totals;
--> statement-breakpoint
ALTER TABLE "ledger_totals"
  DROP CONSTRAINT "ledger_totals_period_currency_event_stripe_pk",
  DROP COLUMN "received",
  DROP COLUMN "sent",
  ADD COLUMN "chart_code" text NOT NULL,
  ADD COLUMN "credit" bigint NOT NULL,
  ADD COLUMN "debit" bigint NOT NULL,
  ADD CONSTRAINT "ledger_totals_period_chart_code_currency_event_stripe_pk" PRIMARY KEY("period","chart_code","currency","event","stripe");
--> statement-breakpoint
INSERT INTO ledger_totals (period, chart_code, currency, event, stripe, credit, debit)
SELECT p.period, a.chart_code, e.currency, t.event, 0, sum(greatest(e.amount, 0)), sum(greatest(-e.amount, 0))
FROM ledger_entries e
JOIN ledger_accounts a ON a.id = e.account_id
JOIN ledger_transactions t ON t.id = e.transaction_id
CROSS JOIN LATERAL (VALUES (date '-infinity'), (t.booking_day)) AS p (period)
GROUP BY 1, 2, 3, 4;
