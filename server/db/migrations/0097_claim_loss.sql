ALTER TABLE "receipt_corrections" DROP CONSTRAINT "receipt_corrections_values";--> statement-breakpoint
DROP INDEX "receipt_corrections_owed";--> statement-breakpoint
ALTER TABLE "receipt_corrections" ADD COLUMN "loss_transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "receipt_corrections" ADD COLUMN "loss_motive" text;--> statement-breakpoint
ALTER TABLE "receipt_corrections" ADD COLUMN "lost_by" uuid;--> statement-breakpoint
ALTER TABLE "receipt_corrections" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "receipt_corrections_claimed" ON "receipt_corrections" USING btree ((lost_at is not null),"made_at","id") WHERE collected < receivable;--> statement-breakpoint
ALTER TABLE "receipt_corrections" ADD CONSTRAINT "receipt_corrections_loss_transaction_id_unique" UNIQUE("loss_transaction_id");--> statement-breakpoint
ALTER TABLE "receipt_corrections" ADD CONSTRAINT "receipt_corrections_values" CHECK (amount > 0 and receivable between 0 and amount and collected between 0 and receivable
        and (lost_at is null or collected < receivable) and (lost_at is not null) = (loss_transaction_id is not null)
        and (lost_at is not null) = (loss_motive is not null) and (lost_at is not null) = (lost_by is not null));--> statement-breakpoint
GRANT UPDATE (loss_transaction_id, loss_motive, lost_by, lost_at) ON receipt_corrections TO guichet_staff;
--> statement-breakpoint
GRANT SELECT (lost_at) ON receipt_corrections TO guichet_client;
