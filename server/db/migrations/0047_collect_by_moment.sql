DROP INDEX "loan_instalments_to_collect";--> statement-breakpoint
CREATE INDEX "loan_instalments_to_try" ON "loan_instalments" USING btree ("collect_at","due_on","amount","loan_id","number") WHERE collect_at is not null;--> statement-breakpoint
-- An account changes with each posting, and none of its indexed columns does: with room on its page the indexes are left alone.
ALTER TABLE "ledger_accounts" SET (fillfactor = 50);
