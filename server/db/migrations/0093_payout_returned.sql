ALTER TABLE "loan_freezes" DROP CONSTRAINT "loan_freezes_kind";--> statement-breakpoint
ALTER TABLE "loan_schedules" DROP CONSTRAINT "loan_schedules_reason";--> statement-breakpoint
ALTER TABLE "loans" DROP CONSTRAINT "loans_frozen";--> statement-breakpoint
ALTER TABLE "loan_freezes" ADD CONSTRAINT "loan_freezes_kind" CHECK (kind in ('overindebtedness', 'death', 'payout-returned'));--> statement-breakpoint
ALTER TABLE "loan_schedules" ADD CONSTRAINT "loan_schedules_reason" CHECK (reason in ('payout', 'payout-resent', 'early-repayment', 'measure', 'due-day', 'withdrawal', 'acceleration', 'forfeiture', 'freeze-lifted')
        and (version = 1) = (reason = 'payout'));--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_frozen" CHECK (frozen in ('overindebtedness', 'death', 'payout-returned') and num_nonnulls(frozen, frozen_from) in (0, 2));