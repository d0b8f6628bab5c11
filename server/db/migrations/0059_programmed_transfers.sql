CREATE TABLE "withdrawal_holds" (
	"withdrawal_id" uuid PRIMARY KEY NOT NULL,
	"rules" jsonb NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"decide_by" timestamp with time zone NOT NULL,
	"outcome" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "withdrawal_holds_outcome" CHECK (num_nonnulls(outcome, decided_by, decided_at) in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "standing_order_runs" (
	"standing_order_id" uuid NOT NULL,
	"nominal_day" date NOT NULL,
	"execution_day" date NOT NULL,
	"attempts" integer NOT NULL,
	"failure" text,
	"withdrawal_id" uuid,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "standing_order_runs_standing_order_id_nominal_day_pk" PRIMARY KEY("standing_order_id","nominal_day"),
	CONSTRAINT "standing_order_runs_result" CHECK ((failure is null) = (withdrawal_id is not null))
);
--> statement-breakpoint
CREATE TABLE "standing_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_account_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"iban" text NOT NULL,
	"iban_valid" boolean NOT NULL,
	"bank_name" text NOT NULL,
	"recipient_name" text NOT NULL,
	"is_own_account" boolean NOT NULL,
	"recipient_address" jsonb,
	"payee_check_id" uuid,
	"frequency" text NOT NULL,
	"first_day" date NOT NULL,
	"day_of_month" integer,
	"last_day" date,
	"times" integer,
	"state" text NOT NULL,
	"suspension_reason" text,
	"end_reason" text,
	"pause_from" date,
	"pause_until" date,
	"next_index" integer NOT NULL,
	"counted" integer NOT NULL,
	"next_nominal_day" date,
	"next_execution_day" date,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"failures_in_row" integer DEFAULT 0 NOT NULL,
	"announced_for" date,
	"ends_on" date,
	"is_end_announced" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "standing_orders_amount" CHECK (amount > 0),
	CONSTRAINT "standing_orders_schedule" CHECK ((day_of_month is null or day_of_month between 1 and 31) and (times is null or times between 1 and 999)
        and (times is null or last_day is null) and (frequency <> 'once' or (times is null and last_day is null))),
	CONSTRAINT "standing_orders_next_whole" CHECK (num_nonnulls(next_nominal_day, next_execution_day, next_attempt_at) in (0, 3)
        and (state = 'active' or next_attempt_at is null) and next_execution_day >= next_nominal_day),
	CONSTRAINT "standing_orders_state" CHECK ((state = 'ended') = (ended_at is not null) and (state = 'ended') = (end_reason is not null)
        and (state = 'suspended') = (suspension_reason is not null)
        and (pause_until is null or pause_until >= pause_from))
);
--> statement-breakpoint
CREATE TABLE "transfer_limits" (
	"client_account_id" uuid PRIMARY KEY NOT NULL,
	"operation" bigint,
	"day" bigint,
	"thirty_days" bigint,
	"raised_operation" bigint,
	"raised_day" bigint,
	"raised_thirty_days" bigint,
	"raise_asked_at" timestamp with time zone,
	"raise_delay_hours" integer,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transfer_limits_amounts" CHECK (operation > 0 and day > 0 and thirty_days > 0),
	CONSTRAINT "transfer_limits_raise" CHECK (num_nonnulls(raise_asked_at, raise_delay_hours) in (0, 2)
        and (raise_asked_at is not null or num_nonnulls(raised_operation, raised_day, raised_thirty_days) = 0)
        and raised_operation > 0 and raised_day > 0 and raised_thirty_days > 0)
);
--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "answer_by" date;--> statement-breakpoint
ALTER TABLE "withdrawal_holds" ADD CONSTRAINT "withdrawal_holds_withdrawal_id_withdrawal_requests_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_runs" ADD CONSTRAINT "standing_order_runs_standing_order_id_standing_orders_id_fk" FOREIGN KEY ("standing_order_id") REFERENCES "public"."standing_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_order_runs" ADD CONSTRAINT "standing_order_runs_withdrawal_id_withdrawal_requests_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_orders" ADD CONSTRAINT "standing_orders_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_limits" ADD CONSTRAINT "transfer_limits_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawal_holds_open" ON "withdrawal_holds" USING btree ("decide_by") WHERE outcome is null;--> statement-breakpoint
CREATE UNIQUE INDEX "standing_order_runs_withdrawal" ON "standing_order_runs" USING btree ("withdrawal_id");--> statement-breakpoint
CREATE INDEX "standing_orders_account" ON "standing_orders" USING btree ("client_account_id","created_at");--> statement-breakpoint
CREATE INDEX "standing_orders_due" ON "standing_orders" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "standing_orders_next" ON "standing_orders" USING btree ("next_execution_day") WHERE next_execution_day is not null;--> statement-breakpoint
CREATE INDEX "standing_orders_ending" ON "standing_orders" USING btree ("ends_on") WHERE state = 'active' and not is_end_announced;--> statement-breakpoint
CREATE INDEX "transfer_limits_raised" ON "transfer_limits" USING btree ("raise_asked_at") WHERE raise_asked_at is not null;--> statement-breakpoint
-- The second wall (decision 0015): a client programmes transfers of their own, and reads limits that the house writes by its rules.
ALTER TABLE standing_orders ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE standing_order_runs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE transfer_limits ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON standing_orders TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON standing_order_runs TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON transfer_limits TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY own ON standing_orders TO guichet_client
USING (client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()));
--> statement-breakpoint
CREATE POLICY own ON standing_order_runs FOR SELECT TO guichet_client
USING (standing_order_id IN (SELECT o.id FROM standing_orders o));
--> statement-breakpoint
CREATE POLICY own ON transfer_limits FOR SELECT TO guichet_client
USING (client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON standing_orders TO guichet_staff, guichet_client;
--> statement-breakpoint
GRANT SELECT, INSERT ON standing_order_runs TO guichet_staff;
--> statement-breakpoint
GRANT SELECT ON standing_order_runs, transfer_limits TO guichet_client;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON transfer_limits TO guichet_staff;
--> statement-breakpoint
-- Why a transfer is held is the house's to know: a client's role writes it through a function (server/db/holds.sql) and reads none.
ALTER TABLE withdrawal_holds ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON withdrawal_holds TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (outcome, decided_by, decided_at) ON withdrawal_holds TO guichet_staff;
--> statement-breakpoint
DROP POLICY begins ON withdrawal_requests;
--> statement-breakpoint
CREATE POLICY begins ON withdrawal_requests AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (phase IN ('requested', 'held') AND (phase = 'held') = (answer_by IS NOT NULL) AND processed_by IS NULL
  AND ledger_transaction_id IS NULL AND num_nonnulls(leaves_on, sent_at, settled_on, returned_on, bank_reason) = 0);
--> statement-breakpoint
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('hold.rules', '1900-01-01', '{"demo": [], "live": [{"rule": "new-payee-large", "fromMinor": 100000}, {"rule": "name-mismatch", "fromMinor": 50000}, {"rule": "details-changed", "hours": 72}, {"rule": "many", "orders": 5, "hours": 24}, {"rule": "listed-iban"}]}', 'Décision de l’établissement (PAY-60)', 'decision');
