DROP INDEX "loan_freezes_open";--> statement-breakpoint
CREATE UNIQUE INDEX "loan_freezes_open" ON "loan_freezes" USING btree ("loan_id",(kind = 'payout-returned')) WHERE lifted_on is null;