ALTER TABLE "loan_measures" DROP CONSTRAINT "loan_measures_terms";--> statement-breakpoint
ALTER TABLE "loan_measures" ADD CONSTRAINT "loan_measures_terms" CHECK (kind in ('suspension-total', 'suspension-capital', 'extension', 'reduced-instalments', 'rate-cut', 'remission')
        and (months is not null) = (kind in ('suspension-total', 'suspension-capital', 'extension'))
        and (amount is not null) = (kind in ('reduced-instalments', 'remission'))
        and (kind <> 'rate-cut' or annual_rate_bps is not null)
        and (annual_rate_bps is null or kind = 'rate-cut' or decision_on is not null)
        and coalesce(months, 1) between 1 and 120 and coalesce(amount, 1) > 0 and coalesce(annual_rate_bps, 0) >= 0);