ALTER TABLE "loan_contracts" ADD COLUMN "pays_outside" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD COLUMN "payout_iban" text;--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD COLUMN "payout_bank" text;--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD COLUMN "payout_check" text;--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD COLUMN "payout_check_id" uuid;--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD COLUMN "payout_given_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD COLUMN "payout_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD COLUMN "payout_verified_by" uuid;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "payout_loan_id" uuid;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD CONSTRAINT "withdrawal_requests_payout_loan_id_loan_requests_id_fk" FOREIGN KEY ("payout_loan_id") REFERENCES "public"."loan_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawal_requests_payout" ON "withdrawal_requests" USING btree ("payout_loan_id","created_at") WHERE payout_loan_id is not null;--> statement-breakpoint
ALTER TABLE "loan_contracts" ADD CONSTRAINT "loan_contracts_payout_whole" CHECK (num_nonnulls(payout_iban, payout_bank, payout_check, payout_given_at) in (0, 4) and (payout_iban is null or pays_outside)
        and (payout_verified_at is null or payout_iban is not null and payout_check <> 'no-match')
        and (payout_verified_by is null or payout_verified_at is not null));--> statement-breakpoint
GRANT UPDATE (payout_iban, payout_bank, payout_check, payout_check_id, payout_given_at, payout_verified_at, payout_verified_by) ON loan_contracts TO guichet_staff;
