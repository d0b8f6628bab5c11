ALTER TABLE "loan_requests" ADD COLUMN "product" text;--> statement-breakpoint
ALTER TABLE loan_requests
  ADD CONSTRAINT loan_requests_product CHECK (product IN ('personal', 'auto', 'consolidation', 'project'));
