CREATE TABLE "identity_receipts" (
	"client_account_id" uuid PRIMARY KEY NOT NULL,
	"line_id" uuid NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity_receipts" ADD CONSTRAINT "identity_receipts_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_receipts" ADD CONSTRAINT "identity_receipts_line_id_bank_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."bank_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_receipts_line" ON "identity_receipts" USING btree ("line_id");--> statement-breakpoint
-- The second wall (decision 0015): the house records and forgets a receipt; a client has no part in it.
ALTER TABLE identity_receipts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON identity_receipts TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON identity_receipts TO guichet_staff;
