CREATE TABLE "bank_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"iban" text NOT NULL,
	"bank_name" text NOT NULL,
	"currency" text NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL,
	"adopted_balance" bigint,
	"adopted_on" date,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_accounts_iban_unique" UNIQUE("iban")
);
--> statement-breakpoint
CREATE TABLE "proposed_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operation" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"input" jsonb NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "document" jsonb;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "approved_by" uuid;--> statement-breakpoint
CREATE INDEX "bank_accounts_by_statements" ON "bank_accounts" USING btree ("currency") WHERE source = 'statements';--> statement-breakpoint
CREATE UNIQUE INDEX "proposed_acts_open" ON "proposed_acts" USING btree ("operation","subject_id") WHERE approved_at is null;--> statement-breakpoint
ALTER TABLE bank_accounts
  ADD CONSTRAINT bank_accounts_source CHECK (source IN ('manual', 'statements')),
  ADD CONSTRAINT bank_accounts_adopted CHECK ((source = 'statements') = (adopted_balance IS NOT NULL)
    AND (adopted_balance IS NULL) = (adopted_on IS NULL));
--> statement-breakpoint
ALTER TABLE proposed_acts ADD CONSTRAINT proposed_acts_approved CHECK ((approved_by IS NULL) = (approved_at IS NULL));
--> statement-breakpoint
-- Its parameters change: what a posting rests on, and the second person of an act of two (PAY-65). server/db/ledger.sql makes it anew.
DROP FUNCTION IF EXISTS ledger_post_all;
--> statement-breakpoint
-- The second wall (decision 0015): both are the house's alone.
ALTER TABLE bank_accounts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE proposed_acts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON bank_accounts TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON proposed_acts TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (source, adopted_balance, adopted_on) ON bank_accounts TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (input, proposed_by, proposed_at, approved_by, approved_at) ON proposed_acts TO guichet_staff;
--> statement-breakpoint
-- Dated data of payments (PAY-2).
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('cutoff.sct', '1900-01-01', '"15:00"', 'Décision de l’établissement ; L133-9 du CMF lui laisse fixer l’heure', 'decision'),
  ('cutoff.batch', '1900-01-01', '"14:00"', 'Décision de l’établissement', 'decision'),
  ('execute.within', '1900-01-01', '1', 'CMF L133-13 : fin du jour ouvrable suivant la réception', 'secondary-source'),
  ('vop.required', '1900-01-01', '"2025-10-09"', 'Règlement (UE) 2024/886', 'secondary-source'),
  ('vop.timeoutSeconds', '1900-01-01', '5', 'Décision de l’établissement', 'decision'),
  ('address.structuredFrom', '1900-01-01', '"2026-11-15"', 'Adresses structurées du SEPA, novembre 2026 ; jour de mémoire', 'memory'),
  ('inst.send', '1900-01-01', 'false', 'Décision de l’établissement (PAY-43)', 'decision'),
  ('inst.receive', '1900-01-01', 'false', 'Décision de l’établissement (PAY-43)', 'decision'),
  ('standing.attempts', '1900-01-01', '[{"paymentDay": 0, "at": "08:30"}, {"paymentDay": 0, "at": "18:30"}, {"paymentDay": 1, "at": "08:30"}]', 'Décision de l’établissement (PAY-48)', 'decision'),
  ('standing.pauseAfterFailures', '1900-01-01', '3', 'Décision de l’établissement (PAY-48)', 'decision'),
  ('limits.operation', '1900-01-01', 'null', 'Décision de l’établissement : aucun plafond', 'decision'),
  ('limits.day', '1900-01-01', 'null', 'Décision de l’établissement : aucun plafond', 'decision'),
  ('limits.thirtyDays', '1900-01-01', 'null', 'Décision de l’établissement : aucun plafond', 'decision'),
  ('limits.raiseDelayHours', '1900-01-01', '24', 'Décision de l’établissement (PAY-58)', 'decision'),
  ('transfer.approval', '1900-01-01', '"manual"', 'Décision de l’établissement (PAY-39)', 'decision'),
  ('internal.enabled', '1900-01-01', 'true', 'Décision de l’établissement (PAY-34)', 'decision'),
  ('suspense.alarmDays', '1900-01-01', '5', 'Décision de l’établissement', 'decision'),
  ('suspense.returnDays', '1900-01-01', '10', 'Décision de l’établissement (PAY-31)', 'decision'),
  ('suspense.onePersonUpTo', '1900-01-01', '100000', 'Décision de l’établissement (PAY-30)', 'decision'),
  ('gesture.secondPersonAbove', '1900-01-01', '5000', 'Décision de l’établissement (PAY-51)', 'decision'),
  ('sdd.prenotificationDays', '1900-01-01', '14', 'SEPA Direct Debit Core Rulebook', 'memory'),
  ('sdd.leadDays', '1900-01-01', '1', 'SEPA Direct Debit Core Rulebook', 'memory'),
  ('sdd.refundWeeks', '1900-01-01', '8', 'CMF L133-25', 'secondary-source'),
  ('sdd.unauthorisedMonths', '1900-01-01', '13', 'CMF L133-24', 'secondary-source');
