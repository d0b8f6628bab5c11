ALTER TABLE "transaction_disputes" DROP CONSTRAINT "transaction_disputes_values";--> statement-breakpoint
ALTER TABLE "transaction_disputes" ADD COLUMN "loss_transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "transaction_disputes" ADD COLUMN "loss_motive" text;--> statement-breakpoint
ALTER TABLE "transaction_disputes" ADD COLUMN "borne_by" uuid;--> statement-breakpoint
ALTER TABLE "transaction_disputes" ADD COLUMN "borne_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transaction_disputes" ADD CONSTRAINT "transaction_disputes_loss_transaction_id_unique" UNIQUE("loss_transaction_id");--> statement-breakpoint
ALTER TABLE "transaction_disputes" ADD CONSTRAINT "transaction_disputes_values" CHECK (amount > 0 and (state in ('refunded', 'borne')) = (ledger_transaction_id is not null) and (state = 'suspected') = (note is not null)
        and (state = 'open') = (decided_at is null) and (state = 'borne') = (loss_transaction_id is not null)
        and (state = 'borne') = (loss_motive is not null) and (state = 'borne') = (borne_at is not null));
--> statement-breakpoint
GRANT UPDATE (loss_transaction_id, loss_motive, borne_by, borne_at) ON transaction_disputes TO guichet_staff;
