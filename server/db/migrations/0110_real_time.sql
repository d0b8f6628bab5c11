ALTER TABLE "bank_mode" ADD COLUMN "is_real_time" boolean DEFAULT false NOT NULL;--> statement-breakpoint
GRANT UPDATE (is_real_time) ON bank_mode TO guichet_staff;
