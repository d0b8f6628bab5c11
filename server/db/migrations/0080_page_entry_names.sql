-- What names an entry of a page, until its statement is complete and equal entries of all pages are numbered (PAY-20). A page that waited before
-- this keeps the keys it has. That a key changes only with its name: server/db/bank-accounts.sql.
ALTER TABLE "bank_lines" ADD COLUMN "entry_name" text;--> statement-breakpoint
GRANT UPDATE (entry_key, entry_name) ON bank_lines TO guichet_staff;
