ALTER TABLE "approval_policies" ALTER COLUMN "changed_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_policies" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "approval_policies" ADD COLUMN "source" text DEFAULT 'screen' NOT NULL;--> statement-breakpoint
ALTER TABLE "approval_policies" ADD COLUMN "because" text;--> statement-breakpoint
ALTER TABLE "approval_policies" ADD COLUMN "proposal" text;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "rule" jsonb;--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" ADD COLUMN "done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" ADD COLUMN "done_by" uuid;--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" ADD COLUMN "proposal" text;--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "not_by" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- What waited under the shape of before is proposed again as any command; what was refused stands in the audit trail (decision 0056).
DELETE FROM loan_recovery_acts WHERE outcome IS DISTINCT FROM 'done';--> statement-breakpoint
UPDATE loan_recovery_acts SET done_at = decided_at, done_by = proposed_by;--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" ALTER COLUMN "done_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" ALTER COLUMN "done_by" SET NOT NULL;--> statement-breakpoint
-- Roles of one's own keep the right to begin these acts; the right to approve is the policy's to give.
UPDATE roles SET permissions = ARRAY(
  SELECT DISTINCT regexp_replace(held, '^(loanRecovery\.(accelerate|provide|writeOff|forfeitInterest|taxCosts))\.propose$', '\1')
  FROM unnest(permissions) AS held
  WHERE held !~ '^loanRecovery\.(accelerate|provide|writeOff|forfeitInterest|taxCosts)\.(confirm|refuse)$' ORDER BY 1)
WHERE EXISTS (SELECT 1 FROM unnest(permissions) AS held WHERE held LIKE 'loanRecovery.%');
