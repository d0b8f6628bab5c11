ALTER TABLE "loan_recovery_acts" DROP CONSTRAINT "loan_recovery_acts_decision";--> statement-breakpoint
DROP INDEX "loan_recovery_acts_open";--> statement-breakpoint
DROP INDEX "loan_recovery_acts_waiting";--> statement-breakpoint
DROP INDEX "loan_recovery_acts_loan";--> statement-breakpoint
CREATE INDEX "loan_recovery_acts_loan" ON "loan_recovery_acts" USING btree ("loan_id","done_at");--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" DROP COLUMN "proposed_at";--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" DROP COLUMN "proposed_by";--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" DROP COLUMN "decided_at";--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" DROP COLUMN "decided_by";--> statement-breakpoint
ALTER TABLE "loan_recovery_acts" DROP COLUMN "outcome";