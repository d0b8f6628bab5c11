ALTER TABLE "loan_recovery_acts" DROP CONSTRAINT "loan_recovery_acts_act";--> statement-breakpoint
ALTER TABLE "loans" DROP CONSTRAINT "loans_recovery";--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD COLUMN "extended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD COLUMN "extended_by" uuid;--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD COLUMN "extension_reason" text;--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" ADD COLUMN "document" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "costs_owed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD CONSTRAINT "loan_contracts_extended_whole" CHECK (num_nonnulls(extended_at, extended_by, extension_reason) in (0, 3));--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" ADD CONSTRAINT "loan_recovery_acts_act" CHECK (act in ('acceleration', 'provision', 'release', 'write-off', 'interest-forfeiture', 'taxed-costs') and amount > 0
        and (document is not null) = (act = 'taxed-costs'));--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_recovery" CHECK (indemnity_owed >= 0 and costs_owed >= 0 and late_interest_waived >= 0);--> statement-breakpoint
-- The longer time to withdraw when a compulsory item was missing (LC-55).
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('withdrawal.extended', '1900-01-01', '12', 'Directive (UE) 2023/2225, art. 26 : douze mois après le délai de rétractation', 'memory');
--> statement-breakpoint
-- Sources are read by the staff: in French, without the numbers of our own rules.
UPDATE legal_parameters SET source = 'Décision de l’établissement : la durée légale n’a pas été lue' WHERE source LIKE 'Specification of payments, PAY-16%';
--> statement-breakpoint
UPDATE legal_parameters SET source = 'CMF L133-13 : fin du jour de paiement suivant' WHERE source LIKE 'CMF L133-13: the end of%';
--> statement-breakpoint
UPDATE legal_parameters SET source = 'Décision de l’établissement : délai de traitement' WHERE source LIKE 'Specification of the back office, Q-2%';
--> statement-breakpoint
UPDATE legal_parameters SET source = 'Règles du prélèvement SEPA (SDD Core Rulebook)' WHERE source = 'SEPA Direct Debit Core Rulebook';
--> statement-breakpoint
UPDATE legal_parameters SET source = regexp_replace(source, ' \((LC|PAY|Q)-\d+\)$', '') WHERE source ~ ' \((LC|PAY|Q)-\d+\)$';
--> statement-breakpoint
GRANT UPDATE (costs_owed) ON loans TO guichet_staff;
--> statement-breakpoint
GRANT UPDATE (withdrawal_last_day, withdrawal_ends_at, extended_at, extended_by, extension_reason) ON loan_contracts TO guichet_staff;
