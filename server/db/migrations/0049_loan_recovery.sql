CREATE TABLE "ficp_declarations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"informed_on" date NOT NULL,
	"declare_from" date NOT NULL,
	"declared_on" date,
	"declared_by" uuid,
	"regularised_on" date,
	"deleted_on" date,
	"deleted_by" uuid,
	CONSTRAINT "ficp_declarations_cause" CHECK (cause in ('unpaid', 'acceleration')),
	CONSTRAINT "ficp_declarations_steps" CHECK (declare_from > informed_on and (declared_on is null or declared_on >= declare_from)
        and (declared_on is null) = (declared_by is null) and (deleted_on is null) = (deleted_by is null)
        and (deleted_on is null or (declared_on is not null and regularised_on is not null)))
);
--> statement-breakpoint
CREATE TABLE "loan_arrears" (
	"loan_id" uuid PRIMARY KEY NOT NULL,
	"since" date NOT NULL,
	"measures_offered_on" date,
	"watched_on" date
);
--> statement-breakpoint
CREATE TABLE "loan_formal_notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"sent_on" date NOT NULL,
	"last_day" date NOT NULL,
	"amount" bigint NOT NULL,
	"instalments" integer NOT NULL,
	"registered_number" text,
	"sent_at" timestamp with time zone NOT NULL,
	"sent_by" uuid NOT NULL,
	"ended_on" date,
	"outcome" text,
	CONSTRAINT "loan_formal_notices_values" CHECK (amount > 0 and instalments > 0 and last_day > sent_on),
	CONSTRAINT "loan_formal_notices_end" CHECK (num_nonnulls(ended_on, outcome) in (0, 2) and outcome in ('paid', 'replaced', 'accelerated'))
);
--> statement-breakpoint
CREATE TABLE "loan_freezes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_day" date NOT NULL,
	"document" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"set_by" uuid NOT NULL,
	"lifted_on" date,
	"lifted_by" uuid,
	"lifted_for" text,
	CONSTRAINT "loan_freezes_kind" CHECK (kind in ('overindebtedness', 'death')),
	CONSTRAINT "loan_freezes_lift" CHECK (num_nonnulls(lifted_on, lifted_by, lifted_for) in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "loan_recoveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"day" date NOT NULL,
	"amount" bigint NOT NULL,
	"document" text NOT NULL,
	"ledger_transaction_id" uuid NOT NULL,
	"made_by" uuid NOT NULL,
	CONSTRAINT "loan_recoveries_ledger_transaction_id_unique" UNIQUE("ledger_transaction_id"),
	CONSTRAINT "loan_recoveries_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TABLE "loan_recovery_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"act" text NOT NULL,
	"amount" bigint,
	"reason" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"proposed_by" uuid NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"outcome" text,
	CONSTRAINT "loan_recovery_acts_act" CHECK (act in ('acceleration', 'provision', 'release', 'write-off', 'interest-forfeiture') and amount > 0),
	CONSTRAINT "loan_recovery_acts_decision" CHECK (num_nonnulls(decided_at, decided_by, outcome) in (0, 3) and outcome in ('done', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "loan_recovery_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"content" jsonb NOT NULL,
	"addressee" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loan_recovery_letters_kind" CHECK (kind in ('measures-offer', 'formal-notice', 'acceleration', 'ficp-information', 'recovery-receipt', 'interest-forfeiture')
        and length(sha256) = 64)
);
--> statement-breakpoint
ALTER TABLE "loan_schedules" DROP CONSTRAINT "loan_schedules_reason";--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "accelerated_on" date;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "indemnity_owed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "doubtful_on" date;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "written_off_on" date;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "frozen" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "frozen_from" date;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "late_interest_waived" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ficp_declarations" ADD CONSTRAINT "ficp_declarations_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_arrears" ADD CONSTRAINT "loan_arrears_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_formal_notices" ADD CONSTRAINT "loan_formal_notices_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_freezes" ADD CONSTRAINT "loan_freezes_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_recoveries" ADD CONSTRAINT "loan_recoveries_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_recoveries" ADD CONSTRAINT "loan_recoveries_ledger_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("ledger_transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" ADD CONSTRAINT "loan_recovery_acts_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_recovery_letters" ADD CONSTRAINT "loan_recovery_letters_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ficp_declarations_open" ON "ficp_declarations" USING btree ("loan_id") WHERE regularised_on is null;--> statement-breakpoint
CREATE INDEX "ficp_declarations_to_declare" ON "ficp_declarations" USING btree ("declare_from","id") WHERE declared_on is null and regularised_on is null;--> statement-breakpoint
CREATE INDEX "ficp_declarations_to_delete" ON "ficp_declarations" USING btree ("regularised_on","id") WHERE declared_on is not null and regularised_on is not null and deleted_on is null;--> statement-breakpoint
CREATE INDEX "ficp_declarations_loan" ON "ficp_declarations" USING btree ("loan_id","informed_on");--> statement-breakpoint
CREATE INDEX "loan_arrears_since" ON "loan_arrears" USING btree ("since","loan_id");--> statement-breakpoint
CREATE INDEX "loan_arrears_watched" ON "loan_arrears" USING btree ("watched_on" NULLS FIRST,"loan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "loan_formal_notices_open" ON "loan_formal_notices" USING btree ("loan_id") WHERE ended_on is null;--> statement-breakpoint
CREATE INDEX "loan_formal_notices_running" ON "loan_formal_notices" USING btree ("last_day","id") WHERE ended_on is null;--> statement-breakpoint
CREATE INDEX "loan_formal_notices_loan" ON "loan_formal_notices" USING btree ("loan_id","sent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "loan_freezes_open" ON "loan_freezes" USING btree ("loan_id") WHERE lifted_on is null;--> statement-breakpoint
CREATE INDEX "loan_freezes_running" ON "loan_freezes" USING btree ("set_at","id") WHERE lifted_on is null;--> statement-breakpoint
CREATE INDEX "loan_freezes_loan" ON "loan_freezes" USING btree ("loan_id","set_at");--> statement-breakpoint
CREATE INDEX "loan_recoveries_loan" ON "loan_recoveries" USING btree ("loan_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "loan_recovery_acts_open" ON "loan_recovery_acts" USING btree ("loan_id","act") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "loan_recovery_acts_waiting" ON "loan_recovery_acts" USING btree ("proposed_at","id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "loan_recovery_acts_loan" ON "loan_recovery_acts" USING btree ("loan_id","proposed_at");--> statement-breakpoint
CREATE INDEX "loan_recovery_letters_loan" ON "loan_recovery_letters" USING btree ("loan_id","made_at");--> statement-breakpoint
CREATE INDEX "loans_doubtful" ON "loans" USING btree ("id") WHERE doubtful_on is not null;--> statement-breakpoint
ALTER TABLE "loan_schedules" ADD CONSTRAINT "loan_schedules_reason" CHECK (reason in ('payout', 'early-repayment', 'measure', 'due-day', 'withdrawal', 'acceleration', 'forfeiture')
        and (version = 1) = (reason = 'payout'));--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_recovery" CHECK (indemnity_owed >= 0 and late_interest_waived >= 0);--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_frozen" CHECK (frozen in ('overindebtedness', 'death') and num_nonnulls(frozen, frozen_from) in (0, 2));
--> statement-breakpoint
-- The loans that are late on the day of this migration.
INSERT INTO loan_arrears (loan_id, since)
SELECT i.loan_id, min(i.due_on) FROM loan_instalments i
WHERE i.missed_on IS NOT NULL AND i.settled_on IS NULL AND NOT i.is_superseded
GROUP BY i.loan_id;
--> statement-breakpoint
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('formalNotice.days', '1900-01-01', '30', 'Cass. 1re civ., 22 mars 2023, n° 21-16.044, et 29 mai 2024, n° 23-12.904 : 8 et 15 jours sont abusifs', 'secondary-source'),
  ('ficp.letterDays', '1900-01-01', '30', 'Arrêté du 26 octobre 2010, art. 5', 'secondary-source'),
  ('ficp.min', '1900-01-01', '15000', 'Arrêté du 26 octobre 2010, art. 4', 'secondary-source'),
  ('default.dpd', '1900-01-01', '90', 'Règlement (UE) n° 575/2013, art. 178', 'memory'),
  ('default.materialityAbs', '1900-01-01', '10000', 'Règlement délégué (UE) 2018/171', 'memory'),
  ('default.materialityBps', '1900-01-01', '100', 'Règlement délégué (UE) 2018/171', 'memory');
--> statement-breakpoint
ALTER TABLE loan_arrears ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE loan_formal_notices ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE loan_freezes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE loan_recovery_acts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE loan_recoveries ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE ficp_declarations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE loan_recovery_letters ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- The second wall (decision 0015): the house alone writes what it keeps of recovery; a client reads what they were told of their own loans.
CREATE POLICY staff ON loan_arrears TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON loan_formal_notices TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON loan_freezes TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON loan_recovery_acts TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON loan_recoveries TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON ficp_declarations TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON loan_recovery_letters TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON loan_arrears TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (ended_on, outcome) ON loan_formal_notices TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (lifted_on, lifted_by, lifted_for) ON loan_freezes TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (decided_at, decided_by, outcome) ON loan_recovery_acts TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (declared_on, declared_by, regularised_on, deleted_on, deleted_by) ON ficp_declarations TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT ON loan_recoveries, loan_recovery_letters TO guichet_staff;
--> statement-breakpoint
GRANT UPDATE (accelerated_on, indemnity_owed, doubtful_on, written_off_on, frozen, frozen_from, late_interest_waived) ON loans TO guichet_staff;
--> statement-breakpoint
CREATE POLICY own ON loan_formal_notices TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l JOIN client_accounts a ON a.id = l.client_account_id WHERE a.user_id = (SELECT current_person())));
--> statement-breakpoint
CREATE POLICY own ON loan_freezes TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l JOIN client_accounts a ON a.id = l.client_account_id WHERE a.user_id = (SELECT current_person())));
--> statement-breakpoint
CREATE POLICY own ON loan_recoveries TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l JOIN client_accounts a ON a.id = l.client_account_id WHERE a.user_id = (SELECT current_person())));
--> statement-breakpoint
CREATE POLICY own ON ficp_declarations TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l JOIN client_accounts a ON a.id = l.client_account_id WHERE a.user_id = (SELECT current_person())));
--> statement-breakpoint
CREATE POLICY own ON loan_recovery_letters TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l JOIN client_accounts a ON a.id = l.client_account_id WHERE a.user_id = (SELECT current_person())));
--> statement-breakpoint
GRANT SELECT (id, loan_id, sent_on, last_day, amount, instalments, registered_number, sent_at, ended_on, outcome) ON loan_formal_notices
TO guichet_client;
--> statement-breakpoint
GRANT SELECT (id, loan_id, kind, from_day, set_at, lifted_on) ON loan_freezes TO guichet_client;
--> statement-breakpoint
GRANT SELECT (id, loan_id, day, amount, document) ON loan_recoveries TO guichet_client;
--> statement-breakpoint
GRANT SELECT (id, loan_id, cause, informed_on, declare_from, declared_on, regularised_on, deleted_on) ON ficp_declarations TO guichet_client;
--> statement-breakpoint
GRANT SELECT ON loan_recovery_letters TO guichet_client;
