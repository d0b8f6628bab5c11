ALTER TABLE "loan_measures" DROP CONSTRAINT "loan_measures_terms";--> statement-breakpoint
ALTER TABLE "loan_schedules" DROP CONSTRAINT "loan_schedules_terms";--> statement-breakpoint
ALTER TABLE "loan_measures" ADD COLUMN "rate_months" integer;--> statement-breakpoint
ALTER TABLE "loan_schedules" ADD COLUMN "reduced_rate_bps" integer;--> statement-breakpoint
ALTER TABLE "loan_schedules" ADD COLUMN "reduced_until" date;--> statement-breakpoint
ALTER TABLE "loan_measures" ADD CONSTRAINT "loan_measures_terms" CHECK (kind in ('suspension-total', 'suspension-capital', 'extension', 'reduced-instalments', 'rate-cut', 'remission')
        and (months is not null) = (kind in ('suspension-total', 'suspension-capital', 'extension'))
        and (amount is not null) = (kind in ('reduced-instalments', 'remission'))
        and (kind <> 'rate-cut' or annual_rate_bps is not null)
        and (annual_rate_bps is null or kind = 'rate-cut' or decision_on is not null)
        and (rate_months is null or (annual_rate_bps is not null and decision_on is not null and rate_months between 1 and 84))
        and coalesce(months, 1) between 1 and 120 and coalesce(amount, 1) > 0 and coalesce(annual_rate_bps, 0) >= 0);--> statement-breakpoint
ALTER TABLE "loan_schedules" ADD CONSTRAINT "loan_schedules_terms" CHECK (opening_balance > 0 and annual_rate_bps >= 0 and num_nonnulls(reduced_rate_bps, reduced_until) in (0, 2) and reduced_rate_bps >= 0);--> statement-breakpoint
GRANT SELECT (rate_months) ON loan_measures TO guichet_client;
