ALTER TABLE "mandates" DROP CONSTRAINT "mandates_state";--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "called_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "called_by" uuid;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "call_note" text;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD COLUMN "is_return" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_state" CHECK ((state in ('revoked', 'expired')) = (ended_at is not null) and (ended_at is null) = (end_reason is null)
        and (state = 'suspended') = (suspended_at is not null) and num_nonnulls(signed_on, effective_on) in (0, 2)
        and (state not in ('active', 'suspended') or signed_on is not null) and effective_on >= signed_on
        and num_nonnulls(called_at, called_by, call_note) in (0, 3));