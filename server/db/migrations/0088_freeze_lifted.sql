ALTER TABLE "loan_schedules" DROP CONSTRAINT "loan_schedules_reason";--> statement-breakpoint
ALTER TABLE "loan_schedules" ADD CONSTRAINT "loan_schedules_reason" CHECK (reason in ('payout', 'early-repayment', 'measure', 'due-day', 'withdrawal', 'acceleration', 'forfeiture', 'freeze-lifted')
        and (version = 1) = (reason = 'payout'));