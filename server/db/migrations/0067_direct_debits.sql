CREATE TABLE "direct_debit_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" text NOT NULL,
	"state" text NOT NULL,
	"collection_on" date NOT NULL,
	"debit_count" integer NOT NULL,
	"total" bigint NOT NULL,
	"file" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_by" uuid,
	"closed_at" timestamp with time zone,
	CONSTRAINT "direct_debit_batches_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "direct_debit_batches_values" CHECK (debit_count > 0 and total > 0 and (state = 'exported') = (closed_at is null))
);
--> statement-breakpoint
CREATE TABLE "direct_debits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mandate_id" uuid NOT NULL,
	"client_account_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"number" integer NOT NULL,
	"attempt" integer NOT NULL,
	"amount" bigint NOT NULL,
	"due_on" date NOT NULL,
	"collection_on" date NOT NULL,
	"state" text NOT NULL,
	"announced_on" date NOT NULL,
	"batch_id" uuid,
	"cancellation" text,
	"settled_on" date,
	"collection_id" uuid,
	"interest" bigint DEFAULT 0 NOT NULL,
	"capital" bigint DEFAULT 0 NOT NULL,
	"reason_code" text,
	"failed_on" date,
	CONSTRAINT "direct_debits_state" CHECK (amount > 0 and attempt in (1, 2) and (state = 'cancelled') = (cancellation is not null)
        and (state in ('rejected', 'returned')) = (failed_on is not null) and (state in ('settled', 'returned')) = (settled_on is not null)
        and (state in ('exported', 'settled', 'rejected', 'returned')) <= (batch_id is not null)
        and interest >= 0 and capital >= 0 and (collection_id is null or interest + capital = amount))
);
--> statement-breakpoint
CREATE TABLE "mandate_signatures" (
	"mandate_id" uuid NOT NULL,
	"client_account_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"debtor_name" text NOT NULL,
	"iban" text NOT NULL,
	"bank_name" text NOT NULL,
	"uses_account" boolean NOT NULL,
	"check_result" text,
	"drafted_at" timestamp with time zone NOT NULL,
	"signed_at" timestamp with time zone,
	"origin" text,
	"factors" text,
	"proof" text,
	CONSTRAINT "mandate_signatures_mandate_id_number_pk" PRIMARY KEY("mandate_id","number"),
	CONSTRAINT "mandate_signatures_number" CHECK (number >= 1)
);
--> statement-breakpoint
CREATE TABLE "mandates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"loan_id" uuid NOT NULL,
	"client_account_id" uuid NOT NULL,
	"state" text NOT NULL,
	"creditor_identifier" text NOT NULL,
	"creditor_name" text NOT NULL,
	"debtor_name" text NOT NULL,
	"iban" text NOT NULL,
	"bank_name" text NOT NULL,
	"signed_on" date,
	"effective_on" date,
	"uses_account" boolean NOT NULL,
	"is_amended" boolean DEFAULT false NOT NULL,
	"last_used_on" date,
	"suspension_code" text,
	"suspended_at" timestamp with time zone,
	"is_to_call" boolean DEFAULT false NOT NULL,
	"end_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "mandates_reference_unique" UNIQUE("reference"),
	CONSTRAINT "mandates_state" CHECK ((state in ('revoked', 'expired')) = (ended_at is not null) and (ended_at is null) = (end_reason is null)
        and (state = 'suspended') = (suspended_at is not null) and num_nonnulls(signed_on, effective_on) in (0, 2)
        and (state not in ('active', 'suspended') or signed_on is not null) and effective_on >= signed_on)
);
--> statement-breakpoint
ALTER TABLE "bank_lines" ADD COLUMN "direct_debit_id" uuid;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD COLUMN "direct_debit_batch_id" uuid;--> statement-breakpoint
ALTER TABLE "direct_debits" ADD CONSTRAINT "direct_debits_mandate_id_mandates_id_fk" FOREIGN KEY ("mandate_id") REFERENCES "public"."mandates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_debits" ADD CONSTRAINT "direct_debits_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_debits" ADD CONSTRAINT "direct_debits_batch_id_direct_debit_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."direct_debit_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_debits" ADD CONSTRAINT "direct_debits_collection_id_ledger_transactions_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_debits" ADD CONSTRAINT "direct_debits_instalment" FOREIGN KEY ("loan_id","version","number") REFERENCES "public"."loan_instalments"("loan_id","version","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandate_signatures" ADD CONSTRAINT "mandate_signatures_mandate_id_mandates_id_fk" FOREIGN KEY ("mandate_id") REFERENCES "public"."mandates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandate_signatures" ADD CONSTRAINT "mandate_signatures_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "direct_debit_batches_newest" ON "direct_debit_batches" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "direct_debits_one_open" ON "direct_debits" USING btree ("loan_id","version","number") WHERE state in ('announced', 'exported', 'settled');--> statement-breakpoint
CREATE UNIQUE INDEX "direct_debits_attempt" ON "direct_debits" USING btree ("loan_id","version","number","attempt") WHERE state <> 'cancelled';--> statement-breakpoint
CREATE INDEX "direct_debits_mandate" ON "direct_debits" USING btree ("mandate_id");--> statement-breakpoint
CREATE INDEX "direct_debits_account" ON "direct_debits" USING btree ("client_account_id");--> statement-breakpoint
CREATE INDEX "direct_debits_batch" ON "direct_debits" USING btree ("batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "direct_debits_to_send" ON "direct_debits" USING btree ("collection_on","id") WHERE state = 'announced';--> statement-breakpoint
CREATE INDEX "direct_debits_failed" ON "direct_debits" USING btree ("failed_on","id") WHERE failed_on is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mandate_signatures_open" ON "mandate_signatures" USING btree ("mandate_id") WHERE signed_at is null;--> statement-breakpoint
CREATE INDEX "mandate_signatures_account" ON "mandate_signatures" USING btree ("client_account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_one_live" ON "mandates" USING btree ("loan_id") WHERE state in ('active', 'suspended');--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_one_draft" ON "mandates" USING btree ("loan_id") WHERE state = 'draft';--> statement-breakpoint
CREATE INDEX "mandates_account" ON "mandates" USING btree ("client_account_id");--> statement-breakpoint
CREATE INDEX "mandates_newest" ON "mandates" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mandates_by_state" ON "mandates" USING btree ("state","created_at","id");--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_direct_debit_id_direct_debits_id_fk" FOREIGN KEY ("direct_debit_id") REFERENCES "public"."direct_debits"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_direct_debit_batch_id_direct_debit_batches_id_fk" FOREIGN KEY ("direct_debit_batch_id") REFERENCES "public"."direct_debit_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_lines_direct_debit" ON "bank_lines" USING btree ("direct_debit_id") WHERE direct_debit_id is not null;
--> statement-breakpoint
-- The second wall (decision 0015): a client reads their own mandates and collections; all of it is written by the house.
ALTER TABLE mandates ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE mandate_signatures ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE direct_debits ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE direct_debit_batches ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON mandates TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON mandate_signatures TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON direct_debits TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON direct_debit_batches TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY own ON mandates FOR SELECT TO guichet_client
USING (client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()));
--> statement-breakpoint
CREATE POLICY own ON mandate_signatures FOR SELECT TO guichet_client
USING (client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()));
--> statement-breakpoint
CREATE POLICY own ON direct_debits FOR SELECT TO guichet_client
USING (client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON mandates, mandate_signatures, direct_debits TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (state, file, closed_by, closed_at) ON direct_debit_batches TO guichet_staff;
--> statement-breakpoint
GRANT SELECT ON mandates, mandate_signatures, direct_debits TO guichet_client;
--> statement-breakpoint
GRANT UPDATE (direct_debit_id, direct_debit_batch_id) ON bank_lines TO guichet_staff;
