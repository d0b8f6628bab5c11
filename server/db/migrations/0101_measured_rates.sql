ALTER TABLE "currency_rates" ADD COLUMN "measured_from" numeric(18, 8);--> statement-breakpoint
ALTER TABLE "currency_rates" ADD COLUMN "measured_since" timestamp with time zone;