ALTER TABLE "staff_members" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE staff_members ADD CONSTRAINT staff_members_phone CHECK (length(phone) <= 30);
