ALTER TABLE "client_accounts" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loan_documents" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fees" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loan_requests" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loan_requests" ADD COLUMN "amount_eur" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "amount_eur" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "client_accounts_due" ON "client_accounts" USING btree (coalesce(due_at, 'infinity'::timestamptz),"created_at","id") WHERE not is_activated;--> statement-breakpoint
CREATE INDEX "fees_due" ON "fees" USING btree (coalesce(due_at, 'infinity'::timestamptz),"created_at","id") WHERE status <> 'paid';--> statement-breakpoint
CREATE INDEX "fees_declared" ON "fees" USING btree (coalesce(due_at, 'infinity'::timestamptz),"created_at","id") WHERE status = 'pending_validation';--> statement-breakpoint
CREATE INDEX "fees_open_value" ON "fees" USING btree ("amount","id") WHERE status <> 'paid';--> statement-breakpoint
CREATE INDEX "fees_paid" ON "fees" USING btree ("created_at","id") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "fees_paid_value" ON "fees" USING btree ("amount","id") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "loan_requests_due" ON "loan_requests" USING btree ("status",coalesce(due_at, 'infinity'::timestamptz),"created_at","id");--> statement-breakpoint
CREATE INDEX "loan_requests_value" ON "loan_requests" USING btree ("status","amount_eur","id");--> statement-breakpoint
CREATE INDEX "withdrawal_requests_due" ON "withdrawal_requests" USING btree ("status",coalesce(due_at, 'infinity'::timestamptz),"created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawal_requests_value" ON "withdrawal_requests" USING btree ("status","amount_eur","id");
--> statement-breakpoint
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('queue.withdrawalDays', '1900-01-01', '1', 'CMF L133-13: the end of the next payment day', 'secondary-source'),
  ('queue.loanDays', '1900-01-01', '2', 'Specification of the back office, Q-2', 'decision'),
  ('queue.documentDays', '1900-01-01', '2', 'Specification of the back office, Q-2', 'decision'),
  ('queue.activationDays', '1900-01-01', '1', 'Specification of the back office, Q-2', 'decision'),
  ('queue.feeDays', '1900-01-01', '5', 'Specification of the back office, Q-2', 'decision');
--> statement-breakpoint
-- What waits already gets its deadline by weekdays: holidays are left out of account once, here. Saturday is day 6.
UPDATE loan_requests SET due_at = (SELECT (max(day)::date + 1)::timestamp AT TIME ZONE 'Europe/Paris' FROM (
    SELECT day FROM generate_series((created_at AT TIME ZONE 'Europe/Paris')::date + 1, (created_at AT TIME ZONE 'Europe/Paris')::date + 14, interval '1 day') day
    WHERE extract(isodow FROM day) < 6 ORDER BY day LIMIT 2) days) WHERE stage = 'request';
--> statement-breakpoint
UPDATE withdrawal_requests SET due_at = (SELECT (max(day)::date + 1)::timestamp AT TIME ZONE 'Europe/Paris' FROM (
    SELECT day FROM generate_series((created_at AT TIME ZONE 'Europe/Paris')::date + 1, (created_at AT TIME ZONE 'Europe/Paris')::date + 14, interval '1 day') day
    WHERE extract(isodow FROM day) < 6 ORDER BY day LIMIT 1) days) WHERE status IN ('pending', 'processing', 'approved');
--> statement-breakpoint
UPDATE fees SET due_at = (SELECT (max(day)::date + 1)::timestamp AT TIME ZONE 'Europe/Paris' FROM (
    SELECT day FROM generate_series((declared_at AT TIME ZONE 'Europe/Paris')::date + 1, (declared_at AT TIME ZONE 'Europe/Paris')::date + 14, interval '1 day') day
    WHERE extract(isodow FROM day) < 6 ORDER BY day LIMIT 5) days) WHERE status = 'pending_validation';
--> statement-breakpoint
UPDATE client_accounts SET due_at = (SELECT (max(day)::date + 1)::timestamp AT TIME ZONE 'Europe/Paris' FROM (
    SELECT day FROM generate_series((created_at AT TIME ZONE 'Europe/Paris')::date + 1, (created_at AT TIME ZONE 'Europe/Paris')::date + 14, interval '1 day') day
    WHERE extract(isodow FROM day) < 6 ORDER BY day LIMIT 1) days) WHERE NOT is_activated;
--> statement-breakpoint
UPDATE loan_documents SET due_at = (SELECT (max(day)::date + 1)::timestamp AT TIME ZONE 'Europe/Paris' FROM (
    SELECT day FROM generate_series((created_at AT TIME ZONE 'Europe/Paris')::date + 1, (created_at AT TIME ZONE 'Europe/Paris')::date + 14, interval '1 day') day
    WHERE extract(isodow FROM day) < 6 ORDER BY day LIMIT 2) days) WHERE state = 'received';
--> statement-breakpoint
UPDATE loan_requests SET amount_eur = amount WHERE currency = 'EUR';
--> statement-breakpoint
UPDATE withdrawal_requests SET amount_eur = amount WHERE currency = 'EUR';
--> statement-breakpoint
-- The rate of a currency is that of its first country, as everywhere; yen and won have no minor unit.
UPDATE loan_requests r SET amount_eur = round(r.amount * CASE WHEN r.currency IN ('JPY', 'KRW') THEN 100 ELSE 1 END / c.rate)
FROM (SELECT DISTINCT ON (currency_code) currency_code, eur_to_local_rate AS rate FROM currency_rates ORDER BY currency_code, country_code) c
WHERE c.currency_code = r.currency AND r.currency <> 'EUR' AND c.rate > 0;
--> statement-breakpoint
UPDATE withdrawal_requests r SET amount_eur = round(r.amount * CASE WHEN r.currency IN ('JPY', 'KRW') THEN 100 ELSE 1 END / c.rate)
FROM (SELECT DISTINCT ON (currency_code) currency_code, eur_to_local_rate AS rate FROM currency_rates ORDER BY currency_code, country_code) c
WHERE c.currency_code = r.currency AND r.currency <> 'EUR' AND c.rate > 0;
--> statement-breakpoint
GRANT UPDATE (due_at) ON fees TO guichet_client;
