CREATE TABLE "loan_part_payments" (
	"loan_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"number" integer NOT NULL,
	"day" date NOT NULL,
	"interest" bigint NOT NULL,
	"capital" bigint NOT NULL,
	CONSTRAINT "loan_part_payments_loan_id_version_number_day_pk" PRIMARY KEY("loan_id","version","number","day"),
	CONSTRAINT "loan_part_payments_amounts" CHECK (interest >= 0 and capital >= 0 and interest + capital > 0)
);
--> statement-breakpoint
ALTER TABLE "loan_instalments" DROP CONSTRAINT "loan_instalments_paid";--> statement-breakpoint
ALTER TABLE "loans" DROP CONSTRAINT "loans_advance";--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "late_interest_paid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "late_interest_before" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "ended_on" date;--> statement-breakpoint
ALTER TABLE "loan_part_payments" ADD CONSTRAINT "loan_part_payments_instalment" FOREIGN KEY ("loan_id","version","number") REFERENCES "public"."loan_instalments"("loan_id","version","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_instalments" DROP COLUMN "late_from";--> statement-breakpoint
ALTER TABLE "loan_instalments" DROP COLUMN "late_interest_due";--> statement-breakpoint
ALTER TABLE "loan_instalments" DROP COLUMN "late_interest_paid";--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD CONSTRAINT "loan_instalments_paid" CHECK (paid_capital between 0 and capital and paid_interest between 0 and interest
        and (settled_on is not null) = (paid_capital = capital and paid_interest = interest and (amount > 0 or settled_on is not null)));--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_advance" CHECK (advance_held >= 0 and late_interest_paid >= 0 and late_interest_before >= 0);--> statement-breakpoint
ALTER TABLE loan_part_payments ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON loan_part_payments TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY own ON loan_part_payments TO guichet_client USING (loan_id IN (
  SELECT l.id FROM loans l WHERE l.client_account_id = (SELECT a.id FROM client_accounts a WHERE a.user_id = current_person())));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (interest, capital) ON loan_part_payments TO guichet_staff;
--> statement-breakpoint
GRANT SELECT ON loan_part_payments TO guichet_client;
--> statement-breakpoint
GRANT UPDATE (late_interest_paid, late_interest_before, ended_on) ON loans TO guichet_staff;
