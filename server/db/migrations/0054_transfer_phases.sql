-- A transfer gets the phase of its life (PAY-35), from which its status is derived.
DROP POLICY begins ON withdrawal_requests;
--> statement-breakpoint
DROP POLICY ends ON withdrawal_requests;
--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "phase" text DEFAULT 'requested' NOT NULL;
--> statement-breakpoint
CREATE TABLE "transfer_recalls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"client_account_id" uuid NOT NULL,
	"withdrawal_id" uuid,
	"transaction_id" uuid,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"payer_name" text,
	"payer_iban" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answer_by" date,
	"bank_asked_on" date,
	"answer" text,
	"answered_on" date,
	"answered_by" uuid,
	"information_asked_at" timestamp with time zone,
	"information" text,
	"information_at" timestamp with time zone,
	CONSTRAINT "transfer_recalls_values" CHECK (amount > 0 and (kind = 'sent') = (transaction_id is null) and (kind = 'received') = (answer_by is not null)
        and (kind = 'received' or withdrawal_id is not null) and (answer is null) = (answered_on is null))
);
--> statement-breakpoint
CREATE TABLE "return_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"line_id" uuid NOT NULL,
	"part_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"payee_name" text NOT NULL,
	"payee_iban" text NOT NULL,
	"remittance" text NOT NULL,
	"phase" text NOT NULL,
	"batch_id" uuid,
	"bank_reason" text,
	"settled_line_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "return_orders_part_id_unique" UNIQUE("part_id"),
	CONSTRAINT "return_orders_values" CHECK (amount > 0 and (phase = 'ordered') = (batch_id is null))
);
--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "remittance" text;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "leaves_on" date;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "settled_on" date;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "returned_on" date;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "bank_reason" text;--> statement-breakpoint
UPDATE withdrawal_requests w SET
  phase = CASE w.status
    WHEN 'processing' THEN 'in-hand'
    WHEN 'approved' THEN CASE WHEN EXISTS (
      SELECT FROM withdrawal_batch_lines l JOIN withdrawal_batches b ON b.id = l.batch_id
      WHERE l.withdrawal_id = w.id AND NOT l.is_released AND b.status = 'exported') THEN 'exported' ELSE 'validated' END
    WHEN 'completed' THEN CASE WHEN EXISTS (
      SELECT FROM ledger_transactions t WHERE t.id = w.ledger_transaction_id AND t.event = 'internal-transfer') THEN 'settled' ELSE 'sent' END
    WHEN 'rejected' THEN 'refused'
    ELSE 'cancelled'
  END,
  leaves_on = (SELECT max(b.execution_date) FROM withdrawal_batch_lines l JOIN withdrawal_batches b ON b.id = l.batch_id
    WHERE l.withdrawal_id = w.id AND NOT l.is_released),
  sent_at = CASE w.status WHEN 'completed' THEN w.processed_at END,
  settled_on = (SELECT t.booking_day FROM ledger_transactions t WHERE t.id = w.ledger_transaction_id AND t.event = 'internal-transfer')
WHERE w.status <> 'pending';
--> statement-breakpoint
DROP INDEX "withdrawal_requests_state";
--> statement-breakpoint
DROP INDEX "withdrawal_requests_held";
--> statement-breakpoint
ALTER TABLE "withdrawal_requests" DROP COLUMN "status";
--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "status" text GENERATED ALWAYS AS (case when phase in ('requested') then 'pending' when phase in ('in-hand', 'held') then 'processing' when phase in ('validated', 'exported', 'accepted') then 'approved' when phase in ('sent', 'settled') then 'completed' when phase in ('refused', 'bank-refused', 'returned') then 'rejected' when phase in ('cancelled') then 'cancelled' end) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "withdrawal_requests_state" ON "withdrawal_requests" USING btree ("status","created_at","id");
--> statement-breakpoint
CREATE INDEX "withdrawal_requests_held" ON "withdrawal_requests" USING btree ("client_account_id") WHERE status in ('pending', 'processing', 'approved');
--> statement-breakpoint
ALTER TABLE "bank_files" ADD COLUMN "answer" jsonb;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD COLUMN "withdrawal_id" uuid;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "transfer_recalls" ADD CONSTRAINT "transfer_recalls_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_recalls" ADD CONSTRAINT "transfer_recalls_withdrawal_id_withdrawal_requests_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_recalls" ADD CONSTRAINT "transfer_recalls_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_orders" ADD CONSTRAINT "return_orders_line_id_bank_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."bank_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_orders" ADD CONSTRAINT "return_orders_part_id_bank_line_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."bank_line_parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_orders" ADD CONSTRAINT "return_orders_batch_id_withdrawal_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."withdrawal_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_orders" ADD CONSTRAINT "return_orders_settled_line_id_bank_lines_id_fk" FOREIGN KEY ("settled_line_id") REFERENCES "public"."bank_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfer_recalls_account" ON "transfer_recalls" USING btree ("client_account_id","created_at");--> statement-breakpoint
CREATE INDEX "transfer_recalls_newest" ON "transfer_recalls" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_recalls_transfer" ON "transfer_recalls" USING btree ("withdrawal_id") WHERE withdrawal_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_recalls_receipt" ON "transfer_recalls" USING btree ("transaction_id") WHERE transaction_id is not null;--> statement-breakpoint
CREATE INDEX "return_orders_line" ON "return_orders" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "return_orders_batch" ON "return_orders" USING btree ("batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "return_orders_waiting" ON "return_orders" USING btree ("created_at","id") WHERE phase = 'ordered';--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_withdrawal_id_withdrawal_requests_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_batch_id_withdrawal_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."withdrawal_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_lines_withdrawal" ON "bank_lines" USING btree ("withdrawal_id") WHERE withdrawal_id is not null;--> statement-breakpoint
CREATE INDEX "bank_lines_batch" ON "bank_lines" USING btree ("batch_id") WHERE batch_id is not null;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD CONSTRAINT "withdrawal_requests_phase" CHECK (phase in ('requested', 'in-hand', 'held', 'validated', 'exported', 'accepted', 'sent', 'settled', 'refused', 'bank-refused', 'returned', 'cancelled'));
--> statement-breakpoint
-- The second wall (decision 0015): a client asks, and takes back what nobody has taken in hand.
CREATE POLICY begins ON withdrawal_requests AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (phase = 'requested' AND processed_by IS NULL AND ledger_transaction_id IS NULL AND num_nonnulls(leaves_on, sent_at, settled_on, returned_on, bank_reason) = 0);
--> statement-breakpoint
CREATE POLICY ends ON withdrawal_requests AS RESTRICTIVE FOR UPDATE TO guichet_client
USING (true) WITH CHECK (phase = 'cancelled' AND processed_by = (SELECT current_person()));
--> statement-breakpoint
GRANT UPDATE (phase) ON withdrawal_requests TO guichet_client;
--> statement-breakpoint
GRANT UPDATE (answer) ON bank_files TO guichet_staff;
--> statement-breakpoint
GRANT UPDATE (withdrawal_id, batch_id) ON bank_lines TO guichet_staff;
--> statement-breakpoint
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['return_orders', 'transfer_recalls'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY staff ON %I TO guichet_staff USING (true) WITH CHECK (true)', v_table);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (phase, batch_id, bank_reason, settled_line_id) ON return_orders TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (withdrawal_id, bank_asked_on, answer, answered_on, answered_by, information_asked_at, information, information_at) ON transfer_recalls TO guichet_staff;
--> statement-breakpoint
GRANT SELECT ON transfer_recalls TO guichet_client;
--> statement-breakpoint
CREATE POLICY own ON transfer_recalls FOR SELECT TO guichet_client
USING (client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person()));
--> statement-breakpoint
-- Delays of recalls (section 22, point 8).
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('recall.shortPaymentDays', '1900-01-01', '10', 'Double ou incident technique, règles SEPA de rappel', 'secondary-source'),
  ('recall.longMonths', '1900-01-01', '13', 'Fraude, mauvais IBAN ou mauvais montant, règles SEPA de rappel', 'secondary-source'),
  ('recall.answerPaymentDays', '1900-01-01', '15', 'Règles SEPA de rappel', 'memory');
