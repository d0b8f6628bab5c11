ALTER TABLE "withdrawal_requests" ADD COLUMN "is_instant" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawal_requests" ADD COLUMN "instant_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "standing_orders" ADD COLUMN "is_instant" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "transfer_limits" ADD COLUMN "instant_operation" bigint;--> statement-breakpoint
ALTER TABLE "transfer_limits" ADD COLUMN "instant_day" bigint;--> statement-breakpoint
CREATE INDEX "withdrawal_requests_instant" ON "withdrawal_requests" USING btree ("created_at") WHERE is_instant and status = 'approved';--> statement-breakpoint
ALTER TABLE "transfer_limits" ADD CONSTRAINT "transfer_limits_instant" CHECK (instant_operation > 0 and instant_day > 0);