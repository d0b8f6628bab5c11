ALTER TABLE "loan_instalments" DROP CONSTRAINT "loan_instalments_amounts";--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD COLUMN "indemnity" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_instalments" ADD CONSTRAINT "loan_instalments_amounts" CHECK (number >= 1 and capital >= 0 and interest >= 0 and balance_after >= 0 and amount = capital + interest
        and deferred_interest between 0 and interest and deferred_capital between 0 and capital
        and indemnity between 0 and amount and (indemnity = 0 or missed_on is not null));--> statement-breakpoint
GRANT UPDATE (indemnity) ON loan_instalments TO guichet_staff;
--> statement-breakpoint
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('policy.accruals', '1900-01-01', '"month-end-and-events"', 'Décision de l’établissement', 'decision');
--> statement-breakpoint
GRANT INSERT ON legal_parameters TO guichet_staff;
