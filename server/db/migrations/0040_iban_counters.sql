CREATE TABLE "iban_counters" (
	"bank" text NOT NULL,
	"branch" text NOT NULL,
	"next_account" bigint NOT NULL,
	CONSTRAINT "iban_counters_bank_branch_pk" PRIMARY KEY("bank","branch")
);
--> statement-breakpoint
CREATE INDEX "client_accounts_shared_iban" ON "client_accounts" USING btree ("iban") WHERE iban_is_shared;
--> statement-breakpoint
-- The second wall (decision 0015): the house gives IBANs; no client reads how.
ALTER TABLE iban_counters ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON iban_counters TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON iban_counters TO guichet_staff;
