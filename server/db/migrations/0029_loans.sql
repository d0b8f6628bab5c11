-- Requests, loans and instalments become different things. A request gets the phase of its life (LC-7), from which its status is derived; what
-- was granted moves to `loans` under the same id, and its schedule is written down to the cent.
DROP POLICY begins ON loan_requests;
--> statement-breakpoint
ALTER TABLE "loan_requests" ADD COLUMN "phase" text DEFAULT 'submitted' NOT NULL;
--> statement-breakpoint
UPDATE loan_requests SET phase = CASE
  WHEN status = 'processing' THEN 'in_review'
  WHEN status = 'approved' AND paid_out_at IS NULL THEN 'agreed'
  WHEN status = 'approved' THEN 'active'
  ELSE 'refused'
END WHERE status <> 'pending';
--> statement-breakpoint
CREATE TABLE "loans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_account_id" uuid NOT NULL,
	"path" text NOT NULL,
	"principal" bigint NOT NULL,
	"currency" text NOT NULL,
	"annual_rate_bps" integer NOT NULL,
	"duration_months" integer NOT NULL,
	"product" text,
	"accepted_on" date,
	"paid_out_at" timestamp with time zone,
	"first_due_on" date,
	"ledger_transaction_id" uuid,
	CONSTRAINT "loans_one_payout" UNIQUE("ledger_transaction_id"),
	CONSTRAINT "loans_path" CHECK (path in ('contract', 'direct')),
	CONSTRAINT "loans_terms" CHECK (principal > 0 and annual_rate_bps >= 0 and duration_months between 1 and 120),
	CONSTRAINT "loans_paid_out_whole" CHECK (num_nonnulls(paid_out_at, first_due_on, ledger_transaction_id) in (0, 3) and (paid_out_at is null or accepted_on is not null))
);
--> statement-breakpoint
CREATE TABLE "loan_schedules" (
	"loan_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"reason" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loan_schedules_loan_id_version_pk" PRIMARY KEY("loan_id","version"),
	CONSTRAINT "loan_schedules_version" CHECK (version >= 1),
	CONSTRAINT "loan_schedules_reason" CHECK (reason in ('payout'))
);
--> statement-breakpoint
CREATE TABLE "loan_instalments" (
	"loan_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"number" integer NOT NULL,
	"due_on" date NOT NULL,
	"capital" bigint NOT NULL,
	"interest" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	CONSTRAINT "loan_instalments_loan_id_version_number_pk" PRIMARY KEY("loan_id","version","number"),
	CONSTRAINT "loan_instalments_amounts" CHECK (number >= 1 and capital >= 0 and interest >= 0 and balance_after >= 0 and amount = capital + interest)
);
--> statement-breakpoint
-- Every loan until now was paid out at its approval: that day is the acceptance (LC-2), and the first instalment falls due a month later.
INSERT INTO loans (id, client_account_id, path, principal, currency, annual_rate_bps, duration_months, product, accepted_on, paid_out_at,
  first_due_on, ledger_transaction_id)
SELECT id, client_account_id, 'direct', amount, currency, annual_rate_bps, duration_months, product,
  (paid_out_at AT TIME ZONE 'Europe/Paris')::date, paid_out_at,
  ((paid_out_at AT TIME ZONE 'Europe/Paris')::date + interval '1 month')::date, ledger_transaction_id
FROM loan_requests WHERE paid_out_at IS NOT NULL;
--> statement-breakpoint
INSERT INTO loan_schedules (loan_id, version, reason, made_at) SELECT id, 1, 'payout', paid_out_at FROM loans;
--> statement-breakpoint
-- The rows of domain/loans/schedule.ts, as screens and documents computed them until now: interest of a month on the rounded balance, rounded
-- half-even; the instalment of the request; the last row takes the rest. Due days keep the day of the first one and are cut to short months.
WITH RECURSIVE instalments AS (
  SELECT l.id, l.first_due_on, l.duration_months, l.annual_rate_bps, r.instalment, 0 AS number, 0::numeric AS capital, 0::numeric AS interest,
    l.principal::numeric AS balance
  FROM loans l JOIN loan_requests r ON r.id = l.id
  UNION ALL
  SELECT i.id, i.first_due_on, i.duration_months, i.annual_rate_bps, i.instalment, i.number + 1, part.capital, run.interest,
    i.balance - part.capital
  FROM instalments i
  CROSS JOIN LATERAL (SELECT i.balance * i.annual_rate_bps AS share) exact
  CROSS JOIN LATERAL (
    SELECT div(share, 120000) + CASE
      WHEN mod(share, 120000) * 2 > 120000 OR (mod(share, 120000) * 2 = 120000 AND mod(div(share, 120000), 2) = 1) THEN 1
      ELSE 0
    END AS interest
  ) run
  CROSS JOIN LATERAL (
    SELECT CASE WHEN i.number + 1 = i.duration_months THEN i.balance ELSE least(i.instalment - run.interest, i.balance) END AS capital
  ) part
  WHERE i.number < i.duration_months
)
INSERT INTO loan_instalments (loan_id, version, number, due_on, capital, interest, amount, balance_after)
SELECT id, 1, number, (first_due_on + make_interval(months => number - 1))::date, capital, interest, capital + interest, balance
FROM instalments WHERE number > 0;
--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD CONSTRAINT "loan_instalments_schedule" FOREIGN KEY ("loan_id","version") REFERENCES "public"."loan_schedules"("loan_id","version") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loan_schedules" ADD CONSTRAINT "loan_schedules_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_id_loan_requests_id_fk" FOREIGN KEY ("id") REFERENCES "public"."loan_requests"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_ledger_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("ledger_transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "loan_requests" DROP COLUMN "status";
--> statement-breakpoint
ALTER TABLE "loan_requests" DROP COLUMN "paid_out_at";
--> statement-breakpoint
ALTER TABLE "loan_requests" DROP COLUMN "ledger_transaction_id";
--> statement-breakpoint
ALTER TABLE "loan_requests" ADD COLUMN "status" text GENERATED ALWAYS AS (case when phase in ('submitted') then 'pending' when phase in ('in_review') then 'processing' when phase in ('offered', 'accepted', 'agreed', 'active', 'retracting', 'accelerated', 'written_off', 'repaid') then 'approved' when phase in ('refused', 'cancelled', 'declined', 'expired', 'lapsed', 'retracted') then 'rejected' end) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "loan_requests" ADD COLUMN "stage" text GENERATED ALWAYS AS (case when phase in ('submitted', 'in_review') then 'request' when phase in ('offered', 'accepted', 'agreed') then 'contract' when phase in ('active', 'retracting', 'accelerated', 'written_off') then 'loan' when phase in ('repaid', 'refused', 'cancelled', 'declined', 'expired', 'lapsed', 'retracted') then 'end' end) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "loan_requests" ADD CONSTRAINT "loan_requests_phase" CHECK (phase in ('submitted', 'in_review', 'offered', 'accepted', 'agreed', 'active', 'retracting', 'accelerated', 'written_off', 'repaid', 'refused', 'cancelled', 'declined', 'expired', 'lapsed', 'retracted'));
--> statement-breakpoint
DROP INDEX IF EXISTS "loan_requests_not_paid_out";
--> statement-breakpoint
DROP INDEX IF EXISTS "loan_requests_open";
--> statement-breakpoint
CREATE INDEX "loan_requests_not_paid_out" ON "loan_requests" USING btree ("client_account_id") WHERE stage in ('request', 'contract');
--> statement-breakpoint
CREATE INDEX "loan_requests_open" ON "loan_requests" USING btree ("created_at","id") WHERE stage = 'request';
--> statement-breakpoint
CREATE INDEX "loan_requests_state" ON "loan_requests" USING btree ("status","created_at","id");
--> statement-breakpoint
CREATE INDEX "loans_account" ON "loans" USING btree ("client_account_id");
--> statement-breakpoint
-- The second wall (decision 0015): the staff grants and pays out, and changes no term and no row of a schedule; they go with their request. A
-- client reads their own.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['loans', 'loan_schedules', 'loan_instalments'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY staff ON %I TO guichet_staff USING (true) WITH CHECK (true)', v_table);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT SELECT, INSERT ON loans, loan_schedules, loan_instalments TO guichet_staff;
--> statement-breakpoint
GRANT UPDATE (accepted_on, paid_out_at, first_due_on, ledger_transaction_id) ON loans TO guichet_staff;
--> statement-breakpoint
GRANT SELECT ON loans, loan_schedules, loan_instalments TO guichet_client;
--> statement-breakpoint
CREATE POLICY own ON loans TO guichet_client
USING (client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()));
--> statement-breakpoint
CREATE POLICY own ON loan_schedules TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l WHERE l.client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person())));
--> statement-breakpoint
CREATE POLICY own ON loan_instalments TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l WHERE l.client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person())));
--> statement-breakpoint
CREATE POLICY begins ON loan_requests AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (phase = 'submitted' AND reviewed_by IS NULL);
