CREATE TABLE "payee_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_account_id" uuid NOT NULL,
	"order_kind" text NOT NULL,
	"iban" text NOT NULL,
	"typed_name" text NOT NULL,
	"result" text NOT NULL,
	"returned_name" text,
	"reason" text,
	"provider" text NOT NULL,
	"reference" text,
	"asked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_at" timestamp with time zone,
	"withdrawal_id" uuid,
	"wording" text NOT NULL,
	CONSTRAINT "payee_checks_answer" CHECK ((result = 'close-match') = (returned_name is not null) and (result = 'not-possible') = (reason is not null)),
	CONSTRAINT "payee_checks_decision" CHECK (num_nonnulls(decision, decided_at) in (0, 2) and (withdrawal_id is null or decision <> 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "payees" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"iban" text NOT NULL,
	"bank_name" text NOT NULL,
	"nickname" text,
	"address" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "recipient_name" text;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "is_own_account" boolean;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "recipient_address" jsonb;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "payee_check_id" uuid;--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payee_checks_account" ON "payee_checks" USING btree ("client_account_id","asked_at");--> statement-breakpoint
CREATE INDEX "payee_checks_answered" ON "payee_checks" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "payee_checks_undecided" ON "payee_checks" USING btree ("answered_at") WHERE decision is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payees_one_iban" ON "payees" USING btree ("client_account_id","iban");
--> statement-breakpoint
-- The second wall (decision 0015): a client keeps payees of their own and asks about names; checks are written once (server/db/payees.sql).
ALTER TABLE payees ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE payee_checks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON payees TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON payee_checks TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY own ON payees TO guichet_client
USING (client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()));
--> statement-breakpoint
CREATE POLICY own ON payee_checks TO guichet_client
USING (client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON payees TO guichet_staff, guichet_client;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (decision, decided_at, withdrawal_id) ON payee_checks TO guichet_staff, guichet_client;
--> statement-breakpoint
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('retention.payee-check-years', '1900-01-01', '5', 'Specification of payments, PAY-16: the statutory period was not read', 'decision');
