ALTER TABLE "return_orders" DROP CONSTRAINT "return_orders_values";--> statement-breakpoint
ALTER TABLE "bank_line_parts" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "return_orders" ADD CONSTRAINT "return_orders_values" CHECK (amount > 0 and (phase in ('ordered', 'cancelled')) = (batch_id is null));