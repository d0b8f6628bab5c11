ALTER TABLE "withdrawal_requests" ADD COLUMN "asked_from" jsonb;--> statement-breakpoint
-- The name of its client by which a list of requests is ordered, kept by triggers (server/db/search.sql).
ALTER TABLE loan_requests ADD COLUMN client_order text COLLATE "C" NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE withdrawal_requests ADD COLUMN client_order text COLLATE "C" NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE fees ADD COLUMN client_order text COLLATE "C" NOT NULL DEFAULT '';
--> statement-breakpoint
UPDATE loan_requests r SET client_order = a.name_order FROM client_accounts a WHERE a.id = r.client_account_id;
--> statement-breakpoint
UPDATE withdrawal_requests r SET client_order = a.name_order FROM client_accounts a WHERE a.id = r.client_account_id;
--> statement-breakpoint
UPDATE fees r SET client_order = a.name_order FROM client_accounts a WHERE a.id = r.client_account_id;
--> statement-breakpoint
CREATE INDEX loan_requests_by_name ON loan_requests (status, client_order, id);
--> statement-breakpoint
CREATE INDEX withdrawal_requests_by_name ON withdrawal_requests (status, client_order, id);
--> statement-breakpoint
CREATE INDEX fees_open_by_name ON fees (client_order, id) WHERE status <> 'paid';
--> statement-breakpoint
CREATE INDEX fees_paid_by_name ON fees (client_order, id) WHERE status = 'paid';
