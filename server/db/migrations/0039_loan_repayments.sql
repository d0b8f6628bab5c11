CREATE TABLE "loan_difficulties" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"change" text NOT NULL,
	"since" date NOT NULL,
	"monthly" bigint NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"answer_due_on" date NOT NULL,
	"answer" text,
	"answer_note" text,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	CONSTRAINT "loan_difficulties_change" CHECK (change in ('income', 'employment', 'household', 'charges', 'other') and monthly >= 0),
	CONSTRAINT "loan_difficulties_answer" CHECK (num_nonnulls(answer, answered_at, answered_by) in (0, 3) and answer in ('measure', 'none')
        and (answer is distinct from 'none' or answer_note is not null))
);
--> statement-breakpoint
CREATE TABLE "loan_early_repayments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"capital" bigint NOT NULL,
	"interest" bigint NOT NULL,
	"indemnity" bigint NOT NULL,
	"interest_saved" bigint NOT NULL,
	"version" integer,
	"ledger_transaction_id" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loan_early_repayments_ledger_transaction_id_unique" UNIQUE("ledger_transaction_id"),
	CONSTRAINT "loan_early_repayments_kind" CHECK (kind in ('whole', 'shorter', 'lower') and (kind = 'whole') = (version is null)),
	CONSTRAINT "loan_early_repayments_amounts" CHECK (capital > 0 and interest >= 0 and indemnity >= 0 and interest_saved >= 0)
);
--> statement-breakpoint
CREATE TABLE "loan_measures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"months" integer,
	"amount" bigint,
	"annual_rate_bps" integer,
	"decision_on" date,
	"state" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"proposed_by" uuid NOT NULL,
	"open_until" date NOT NULL,
	"decided_at" timestamp with time zone,
	"version" integer,
	"extra_interest" bigint,
	CONSTRAINT "loan_measures_terms" CHECK (kind in ('suspension-total', 'suspension-capital', 'extension', 'reduced-instalments', 'rate-cut', 'remission')
        and (months is not null) = (kind in ('suspension-total', 'suspension-capital', 'extension'))
        and (amount is not null) = (kind in ('reduced-instalments', 'remission'))
        and (annual_rate_bps is not null) = (kind = 'rate-cut')
        and coalesce(months, 1) between 1 and 120 and coalesce(amount, 1) > 0 and coalesce(annual_rate_bps, 0) >= 0),
	CONSTRAINT "loan_measures_state" CHECK (state in ('proposed', 'accepted', 'declined', 'replaced') and (state = 'proposed') = (decided_at is null)
        and (state = 'accepted') = (version is not null) and (version is null) = (extra_interest is null))
);
--> statement-breakpoint
CREATE TABLE "loan_yearly_letters" (
	"loan_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"capital" bigint NOT NULL,
	"addressee" jsonb NOT NULL,
	"channel" text NOT NULL,
	"sha256" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loan_yearly_letters_year_loan_id_pk" PRIMARY KEY("year","loan_id"),
	CONSTRAINT "loan_yearly_letters_values" CHECK (capital > 0 and channel in ('area', 'paper') and length(sha256) = 64)
);
--> statement-breakpoint
ALTER TABLE "loan_difficulties" ADD CONSTRAINT "loan_difficulties_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_early_repayments" ADD CONSTRAINT "loan_early_repayments_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_early_repayments" ADD CONSTRAINT "loan_early_repayments_ledger_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("ledger_transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_early_repayments" ADD CONSTRAINT "loan_early_repayments_version" FOREIGN KEY ("loan_id","version") REFERENCES "public"."loan_schedules"("loan_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_measures" ADD CONSTRAINT "loan_measures_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_measures" ADD CONSTRAINT "loan_measures_version" FOREIGN KEY ("loan_id","version") REFERENCES "public"."loan_schedules"("loan_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_yearly_letters" ADD CONSTRAINT "loan_yearly_letters_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "loan_difficulties_open" ON "loan_difficulties" USING btree ("loan_id") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "loan_difficulties_waiting" ON "loan_difficulties" USING btree ("answer_due_on","id") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "loan_difficulties_loan" ON "loan_difficulties" USING btree ("loan_id","told_at");--> statement-breakpoint
CREATE INDEX "loan_early_repayments_loan" ON "loan_early_repayments" USING btree ("loan_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "loan_measures_open" ON "loan_measures" USING btree ("loan_id") WHERE state = 'proposed';--> statement-breakpoint
CREATE INDEX "loan_measures_loan" ON "loan_measures" USING btree ("loan_id","proposed_at");--> statement-breakpoint
CREATE INDEX "loan_yearly_letters_loan" ON "loan_yearly_letters" USING btree ("loan_id");--> statement-breakpoint
ALTER TABLE loan_early_repayments ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE loan_difficulties ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE loan_measures ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE loan_yearly_letters ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- The second wall (decision 0015): the house writes what it decides and posts; a client reads what concerns their own loans.
CREATE POLICY staff ON loan_early_repayments TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON loan_difficulties TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON loan_measures TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON loan_yearly_letters TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY own ON loan_early_repayments TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l JOIN client_accounts a ON a.id = l.client_account_id WHERE a.user_id = (SELECT current_person())));
--> statement-breakpoint
CREATE POLICY own ON loan_difficulties TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l JOIN client_accounts a ON a.id = l.client_account_id WHERE a.user_id = (SELECT current_person())));
--> statement-breakpoint
CREATE POLICY own ON loan_measures TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l JOIN client_accounts a ON a.id = l.client_account_id WHERE a.user_id = (SELECT current_person())));
--> statement-breakpoint
CREATE POLICY own ON loan_yearly_letters TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l JOIN client_accounts a ON a.id = l.client_account_id WHERE a.user_id = (SELECT current_person())));
--> statement-breakpoint
GRANT SELECT, INSERT ON loan_early_repayments, loan_yearly_letters TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (answer, answer_note, answered_at, answered_by) ON loan_difficulties TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (state, decided_at, version, extra_interest) ON loan_measures TO guichet_staff;
--> statement-breakpoint
GRANT SELECT ON loan_early_repayments, loan_yearly_letters TO guichet_client;
--> statement-breakpoint
GRANT SELECT (id, loan_id, change, since, monthly, told_at, answer_due_on, answer, answer_note, answered_at) ON loan_difficulties TO guichet_client;
--> statement-breakpoint
GRANT SELECT (id, loan_id, kind, months, amount, annual_rate_bps, decision_on, state, proposed_at, open_until, decided_at, version, extra_interest)
ON loan_measures TO guichet_client;
