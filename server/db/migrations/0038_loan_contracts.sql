CREATE TABLE "bank_mode" (
	"id" smallint PRIMARY KEY NOT NULL,
	"mode" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "durable_medium_consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"given_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loan_contracts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	"set_hash" text,
	"statements" jsonb,
	"evidence" jsonb,
	"due_day" integer,
	"payout_choice" text NOT NULL,
	"no_payment_until_day" date NOT NULL,
	"agreement_last_day" date NOT NULL,
	"earliest_payout_day" date NOT NULL,
	"payout_day" date NOT NULL,
	"withdrawal_last_day" date NOT NULL,
	"withdrawal_ends_at" timestamp with time zone NOT NULL,
	"reminder_day" date NOT NULL,
	"reminded_at" timestamp with time zone,
	"agreed_at" timestamp with time zone,
	"agreed_by" uuid,
	"late_agreed_at" timestamp with time zone,
	"late_agreed_by" uuid,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_on" date,
	"withdrawal_way" text,
	"withdrawal_recorded_by" uuid,
	"return_by" date,
	"returned_at" timestamp with time zone,
	CONSTRAINT "loan_contracts_reference_unique" UNIQUE("reference"),
	CONSTRAINT "loan_contracts_days" CHECK (earliest_payout_day > no_payment_until_day and payout_day >= earliest_payout_day or set_hash is null),
	CONSTRAINT "loan_contracts_accepted_whole" CHECK (num_nonnulls(set_hash, statements, evidence) in (0, 3)),
	CONSTRAINT "loan_contracts_agreed_whole" CHECK (num_nonnulls(agreed_at, agreed_by) in (0, 2)),
	CONSTRAINT "loan_contracts_withdrawn_whole" CHECK (num_nonnulls(withdrawn_at, withdrawn_on, withdrawal_way) in (0, 3) and (return_by is null or withdrawn_at is not null)
        and (returned_at is null or return_by is not null))
);
--> statement-breakpoint
CREATE TABLE "loan_offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"issued_by" uuid NOT NULL,
	"principal" bigint NOT NULL,
	"currency" text NOT NULL,
	"annual_rate_bps" integer NOT NULL,
	"duration_months" integer NOT NULL,
	"product" text,
	"instalment" bigint NOT NULL,
	"last_instalment" bigint NOT NULL,
	"total_due" bigint NOT NULL,
	"largest_first_instalment" bigint NOT NULL,
	"daily_interest" bigint NOT NULL,
	"taeg_bps" integer NOT NULL,
	"usury_ceiling_bps" integer NOT NULL,
	"is_usury_quarter_loaded" boolean NOT NULL,
	"valid_days" integer NOT NULL,
	"is_extended" boolean NOT NULL,
	"set_hash" text NOT NULL,
	"mail_id" uuid NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "loan_offers_reference_unique" UNIQUE("reference"),
	CONSTRAINT "loan_offers_terms" CHECK (principal > 0 and annual_rate_bps >= 0 and duration_months between 1 and 120 and daily_interest >= 0
        and valid_days > 0 and length(set_hash) = 64)
);
--> statement-breakpoint
CREATE TABLE "loan_papers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_request_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"template_version" text NOT NULL,
	"approved_by" text,
	"data" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	CONSTRAINT "loan_papers_one" UNIQUE("loan_request_id","kind"),
	CONSTRAINT "loan_papers_hash" CHECK (length(sha256) = 64 and length(content) > 0)
);
--> statement-breakpoint
CREATE TABLE "withdrawal_declarations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"declared_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"reference" text NOT NULL,
	"email" text NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" uuid
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "paper_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "durable_medium_consents" ADD CONSTRAINT "durable_medium_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD CONSTRAINT "loan_contracts_id_loans_id_fk" FOREIGN KEY ("id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_offers" ADD CONSTRAINT "loan_offers_id_loan_requests_id_fk" FOREIGN KEY ("id") REFERENCES "public"."loan_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_papers" ADD CONSTRAINT "loan_papers_loan_request_id_loan_requests_id_fk" FOREIGN KEY ("loan_request_id") REFERENCES "public"."loan_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "durable_medium_consents_user" ON "durable_medium_consents" USING btree ("user_id","given_at");--> statement-breakpoint
CREATE INDEX "loan_contracts_reminder" ON "loan_contracts" USING btree ("reminder_day") WHERE reminded_at is null;--> statement-breakpoint
CREATE INDEX "loan_contracts_return" ON "loan_contracts" USING btree ("return_by") WHERE return_by is not null and returned_at is null;--> statement-breakpoint
CREATE INDEX "loan_offers_mail" ON "loan_offers" USING btree ("mail_id") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "loan_offers_sent" ON "loan_offers" USING btree ("sent_at");--> statement-breakpoint
-- The second wall (decision 0015): the house makes offers, papers and contracts, and writes on them what comes later, once. A client reads
-- their own.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['loan_offers', 'loan_papers', 'loan_contracts', 'withdrawal_declarations', 'durable_medium_consents', 'bank_mode'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY staff ON %I TO guichet_staff USING (true) WITH CHECK (true)', v_table);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO guichet_staff', v_table);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT UPDATE (sent_at) ON loan_offers TO guichet_staff;
--> statement-breakpoint
GRANT UPDATE (opened_at) ON loan_papers TO guichet_staff;
--> statement-breakpoint
GRANT UPDATE (
  payout_day, reminded_at, agreed_at, agreed_by, late_agreed_at, late_agreed_by, withdrawn_at, withdrawn_on, withdrawal_way,
  withdrawal_recorded_by, return_by, returned_at
) ON loan_contracts TO guichet_staff;
--> statement-breakpoint
GRANT UPDATE (closed_at, closed_by) ON withdrawal_declarations TO guichet_staff;
--> statement-breakpoint
GRANT UPDATE (mode) ON bank_mode TO guichet_staff;
--> statement-breakpoint
GRANT SELECT ON loan_offers, loan_papers, loan_contracts, durable_medium_consents TO guichet_client;
--> statement-breakpoint
CREATE POLICY own ON loan_offers TO guichet_client USING (id IN (
  SELECT r.id FROM loan_requests r WHERE r.client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person())));
--> statement-breakpoint
CREATE POLICY own ON loan_papers TO guichet_client USING (loan_request_id IN (
  SELECT r.id FROM loan_requests r WHERE r.client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person())));
--> statement-breakpoint
CREATE POLICY own ON loan_contracts TO guichet_client USING (id IN (
  SELECT l.id FROM loans l WHERE l.client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person())));
--> statement-breakpoint
CREATE POLICY own ON durable_medium_consents TO guichet_client USING (user_id = current_person());
--> statement-breakpoint
-- A PDF is compressed already.
ALTER TABLE loan_papers ALTER COLUMN content SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Loans paid out before contracts were written down have their days too. The right to withdraw ends three days later than the law says, so
-- that no weekend or holiday shortens it.
INSERT INTO loan_contracts (
  id, reference, accepted_at, payout_choice, no_payment_until_day, agreement_last_day, earliest_payout_day, payout_day, withdrawal_last_day,
  withdrawal_ends_at, reminder_day, reminded_at, agreed_at, agreed_by
)
SELECT l.id, 'CTR-' || to_char(l.accepted_on, 'YYYYMMDD') || '-' || upper(right(replace(l.id::text, '-', ''), 8)), l.paid_out_at, 'earliest', l.accepted_on + 7, l.accepted_on + 7, l.accepted_on + 8, l.accepted_on, l.accepted_on + 17,
  (l.accepted_on + 18)::timestamp AT TIME ZONE 'Europe/Paris', l.accepted_on + 2, l.paid_out_at, l.paid_out_at, t.author_id
FROM loans l JOIN ledger_transactions t ON t.id = l.ledger_transaction_id
WHERE l.path = 'direct';
--> statement-breakpoint
-- Dated data of the contract (LC-8). The text of the ordonnance 2025-880 was not read for each article: the old rule is kept where it is the
-- stricter one.
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('regime.max', '1900-01-01', '7500000', 'C. conso. L312-1 et L312-4, rédaction antérieure au 20 novembre 2026', 'text-read'),
  ('regime.max', '2026-11-20', '10000000', 'C. conso. L312-1 et L312-4, ordonnance n° 2025-880', 'text-read'),
  ('offer.validDays', '1900-01-01', '15', 'C. conso. L312-18', 'text-read'),
  ('offer.extend', '1900-01-01', 'true', 'Décision de l’établissement, en faveur du client', 'decision'),
  ('agreement.days', '1900-01-01', '7', 'C. conso. L312-24', 'text-read'),
  ('lock.days', '1900-01-01', '7', 'C. conso. L312-25', 'text-read'),
  ('lock.extend', '1900-01-01', 'false', 'C. conso. L312-25', 'text-read'),
  ('withdrawal.days', '1900-01-01', '14', 'C. conso. L312-19', 'text-read'),
  ('withdrawal.extend', '1900-01-01', 'true', 'Règlement (CEE) n° 1182/71, art. 3(4), en faveur du client', 'memory'),
  ('withdrawal.repayDays', '1900-01-01', '30', 'C. conso. L312-26', 'text-read'),
  ('withdrawal.reminderDay', '1900-01-01', '2', 'Directive (UE) 2023/2225, art. 10(1)', 'memory'),
  ('daily.base', '1900-01-01', '365', 'Décision de l’établissement (LC-58)', 'decision'),
  ('early.threshold', '1900-01-01', '1000000', 'C. conso. D312-15', 'text-read'),
  ('early.windowMonths', '1900-01-01', '12', 'C. conso. D312-15', 'text-read'),
  ('early.capLong', '1900-01-01', '100', 'C. conso. L312-34', 'text-read'),
  ('early.capShort', '1900-01-01', '50', 'C. conso. L312-34', 'text-read'),
  ('early.policy', '1900-01-01', '0', 'Décision de l’établissement, annoncée sur le site', 'decision'),
  ('default.cap', '1900-01-01', '800', 'C. conso. D312-16', 'text-read'),
  ('default.deferCap', '1900-01-01', '400', 'C. conso. D312-17', 'text-read'),
  ('default.policy', '1900-01-01', '0', 'Décision de l’établissement', 'decision'),
  ('usury.margin', '1900-01-01', '10', 'Décision de l’établissement (LC-38)', 'decision'),
  ('consent.months', '1900-01-01', '12', 'Décision de l’établissement (LC-29)', 'decision'),
  ('usury.ceilings', '2025-10-01', '{"to": "2025-12-31", "bands": [{"upToMinor": 300000, "ceilingBps": 2349}, {"upToMinor": 600000, "ceilingBps": 1571}, {"upToMinor": null, "ceilingBps": 873}]}', 'Seuils de l’usure, 4e trimestre 2025, relevés sur ymanci.fr', 'secondary-source'),
  ('usury.ceilings', '2026-01-01', '{"to": "2026-03-31", "bands": [{"upToMinor": 300000, "ceilingBps": 2356}, {"upToMinor": 600000, "ceilingBps": 1587}, {"upToMinor": null, "ceilingBps": 867}]}', 'Seuils de l’usure, 1er trimestre 2026, relevés sur ymanci.fr', 'secondary-source');
