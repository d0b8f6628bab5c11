CREATE TABLE "receipt_corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"posting_id" uuid NOT NULL,
	"line_id" uuid,
	"client_account_id" uuid,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"receivable" bigint NOT NULL,
	"collected" bigint DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"right_account_id" uuid,
	"ledger_transaction_id" uuid NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "receipt_corrections_posting_id_unique" UNIQUE("posting_id"),
	CONSTRAINT "receipt_corrections_values" CHECK (amount > 0 and receivable between 0 and amount and collected between 0 and receivable)
);
--> statement-breakpoint
CREATE TABLE "transaction_disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"client_account_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"statement" text,
	"opened_at" timestamp with time zone NOT NULL,
	"refund_by" date NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"note" text,
	"ledger_transaction_id" uuid,
	CONSTRAINT "transaction_disputes_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "transaction_disputes_values" CHECK (amount > 0 and (state = 'refunded') = (ledger_transaction_id is not null) and (state = 'suspected') = (note is not null)
        and (state = 'open') = (decided_at is null))
);
--> statement-breakpoint
ALTER TABLE "receipt_corrections" ADD CONSTRAINT "receipt_corrections_line_id_bank_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."bank_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_corrections" ADD CONSTRAINT "receipt_corrections_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_corrections" ADD CONSTRAINT "receipt_corrections_right_account_id_client_accounts_id_fk" FOREIGN KEY ("right_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_disputes" ADD CONSTRAINT "transaction_disputes_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_disputes" ADD CONSTRAINT "transaction_disputes_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_corrections_client" ON "receipt_corrections" USING btree ("client_account_id");--> statement-breakpoint
CREATE INDEX "receipt_corrections_owed" ON "receipt_corrections" USING btree ("made_at","id") WHERE collected < receivable;--> statement-breakpoint
CREATE INDEX "transaction_disputes_client" ON "transaction_disputes" USING btree ("client_account_id");--> statement-breakpoint
CREATE INDEX "transaction_disputes_open" ON "transaction_disputes" USING btree ("refund_by","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "transaction_disputes_newest" ON "transaction_disputes" USING btree ("opened_at","id");
--> statement-breakpoint
-- The second wall (decision 0015): a client reads what concerns them and disputes movements of their own; the rest is the house's.
ALTER TABLE receipt_corrections ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE transaction_disputes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON receipt_corrections TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON transaction_disputes TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY own ON receipt_corrections TO guichet_client
USING (client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()));
--> statement-breakpoint
CREATE POLICY own ON transaction_disputes TO guichet_client
USING (client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()))
WITH CHECK (state = 'open' AND client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (collected) ON receipt_corrections TO guichet_staff;
--> statement-breakpoint
GRANT SELECT (id, client_account_id, currency, amount, receivable, collected, made_at) ON receipt_corrections TO guichet_client;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (state, decided_by, decided_at, note, ledger_transaction_id) ON transaction_disputes TO guichet_staff;
--> statement-breakpoint
GRANT SELECT (id, transaction_id, client_account_id, amount, statement, opened_at, refund_by, state, decided_at), INSERT
ON transaction_disputes TO guichet_client;
