ALTER TABLE "loan_schedules" DROP CONSTRAINT "loan_schedules_reason";--> statement-breakpoint
CREATE INDEX "loan_instalments_time_bar" ON "loan_instalments" USING btree ("due_on","loan_id") WHERE missed_on is not null and settled_on is null;--> statement-breakpoint
ALTER TABLE "loan_schedules" ADD CONSTRAINT "loan_schedules_reason" CHECK (reason in ('payout', 'early-repayment', 'measure', 'due-day', 'withdrawal', 'acceleration', 'forfeiture', 'freeze-lifted')
        and (version = 1) = (reason = 'payout'));