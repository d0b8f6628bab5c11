-- A loan's schedule gets versions that begin at an instalment (LC-62), and its instalments the state of their collection. No instalment was
-- collected until now: each is tried from 08:00 of its due date on.
CREATE TABLE "loan_arrears_months" (
	"loan_id" uuid NOT NULL,
	"month_end" date NOT NULL,
	"days_past_due" integer NOT NULL,
	"unpaid" bigint NOT NULL,
	CONSTRAINT "loan_arrears_months_loan_id_month_end_pk" PRIMARY KEY("loan_id","month_end"),
	CONSTRAINT "loan_arrears_months_late" CHECK (days_past_due > 0 and unpaid > 0)
);
--> statement-breakpoint
ALTER TABLE "loan_instalments" DROP CONSTRAINT "loan_instalments_amounts";--> statement-breakpoint
ALTER TABLE "loan_schedules" DROP CONSTRAINT "loan_schedules_version";--> statement-breakpoint
ALTER TABLE "loan_schedules" DROP CONSTRAINT "loan_schedules_reason";--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "anchor_on" date;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "deferred_interest" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "deferred_capital" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "paid_capital" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "paid_interest" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "missed_on" date;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "late_from" date;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "late_interest_due" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "late_interest_paid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "settled_on" date;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "is_superseded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "collect_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "announced_on" date;--> statement-breakpoint
ALTER TABLE "loan_schedules"
  ADD COLUMN "day" date,
  ADD COLUMN "first_number" integer NOT NULL DEFAULT 1,
  ADD COLUMN "opening_balance" bigint,
  ADD COLUMN "annual_rate_bps" integer;
--> statement-breakpoint
UPDATE loan_schedules s SET day = (s.made_at AT TIME ZONE 'Europe/Paris')::date, opening_balance = l.principal,
  annual_rate_bps = l.annual_rate_bps
FROM loans l WHERE l.id = s.loan_id;
--> statement-breakpoint
ALTER TABLE "loan_schedules"
  ALTER COLUMN "day" SET NOT NULL,
  ALTER COLUMN "first_number" DROP DEFAULT,
  ALTER COLUMN "opening_balance" SET NOT NULL,
  ALTER COLUMN "annual_rate_bps" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "payout_taeg_bps" integer;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "advance_held" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "accrued_on" date;--> statement-breakpoint
UPDATE loans l SET accrued_on = (l.paid_out_at AT TIME ZONE 'Europe/Paris')::date
FROM loan_requests r WHERE r.id = l.id AND r.phase = 'active';
--> statement-breakpoint
UPDATE loan_instalments i SET collect_at = (i.due_on + time '08:00') AT TIME ZONE 'Europe/Paris'
FROM loan_requests r WHERE r.id = i.loan_id AND r.phase = 'active';
--> statement-breakpoint
ALTER TABLE "loan_arrears_months" ADD CONSTRAINT "loan_arrears_months_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loan_instalments_to_collect" ON "loan_instalments" USING btree ("due_on","amount","loan_id","number") WHERE collect_at is not null;--> statement-breakpoint
CREATE INDEX "loan_instalments_late" ON "loan_instalments" USING btree ("loan_id","due_on") WHERE missed_on is not null and settled_on is null and not is_superseded;--> statement-breakpoint
CREATE INDEX "loans_accruing" ON "loans" USING btree ("accrued_on","id") WHERE accrued_on is not null;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD CONSTRAINT "loan_instalments_paid" CHECK (paid_capital between 0 and capital and paid_interest between 0 and interest
        and late_interest_paid between 0 and late_interest_due
        and (settled_on is not null) = (paid_capital = capital and paid_interest = interest and (amount > 0 or settled_on is not null))
        and (late_from is null or missed_on is not null));--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD CONSTRAINT "loan_instalments_collected" CHECK (collect_at is null or not (is_superseded or settled_on is not null));--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD CONSTRAINT "loan_instalments_amounts" CHECK (number >= 1 and capital >= 0 and interest >= 0 and balance_after >= 0 and amount = capital + interest
        and deferred_interest between 0 and interest and deferred_capital between 0 and capital);--> statement-breakpoint
ALTER TABLE "loan_schedules" ADD CONSTRAINT "loan_schedules_terms" CHECK (opening_balance > 0 and annual_rate_bps >= 0);--> statement-breakpoint
ALTER TABLE "loan_schedules" ADD CONSTRAINT "loan_schedules_version" CHECK (version >= 1 and first_number >= 1 and (version > 1 or first_number = 1));--> statement-breakpoint
ALTER TABLE "loan_schedules" ADD CONSTRAINT "loan_schedules_reason" CHECK (reason in ('payout', 'early-repayment', 'measure', 'due-day', 'withdrawal') and (version = 1) = (reason = 'payout'));--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_advance" CHECK (advance_held >= 0);--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_payout_taeg" CHECK (payout_taeg_bps >= 0);
--> statement-breakpoint
-- The second wall: the staff and the bank's jobs write what is paid, and change no term. A client reads their own.
ALTER TABLE loan_arrears_months ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON loan_arrears_months TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY own ON loan_arrears_months TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l WHERE l.client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person())));
--> statement-breakpoint
GRANT SELECT, INSERT ON loan_arrears_months TO guichet_staff;
--> statement-breakpoint
GRANT SELECT ON loan_arrears_months TO guichet_client;
--> statement-breakpoint
GRANT UPDATE (payout_taeg_bps, advance_held, accrued_on) ON loans TO guichet_staff;
--> statement-breakpoint
GRANT UPDATE (paid_capital, paid_interest, missed_on, late_from, late_interest_due, late_interest_paid, settled_on, is_superseded, collect_at,
  announced_on) ON loan_instalments TO guichet_staff;
