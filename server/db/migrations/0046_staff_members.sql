CREATE TABLE "staff_members" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"title" text,
	"conflict_reason" text,
	"invited_by" uuid,
	"invited_at" timestamp with time zone,
	"invitation_hash" text,
	"invitation_ends_at" timestamp with time zone,
	"joined_at" timestamp with time zone,
	"suspended_at" timestamp with time zone,
	"suspended_by" uuid,
	"suspension_reason" text,
	"left_at" timestamp with time zone,
	CONSTRAINT "staff_members_invitation_hash_unique" UNIQUE("invitation_hash")
);
--> statement-breakpoint
ALTER TABLE "staff_members" ADD CONSTRAINT "staff_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_members_status" ON "staff_members" USING btree ("status");--> statement-breakpoint
ALTER TABLE staff_members
  ADD CONSTRAINT staff_members_status CHECK (status IN ('invited', 'active', 'suspended', 'left', 'revoked')),
  ADD CONSTRAINT staff_members_title CHECK (length(title) <= 80),
  ADD CONSTRAINT staff_members_reasons CHECK (length(suspension_reason) <= 200 AND length(conflict_reason) <= 200),
  -- Nobody suspends or invites themselves (STAFF-21).
  ADD CONSTRAINT staff_members_not_oneself CHECK (suspended_by IS DISTINCT FROM user_id AND invited_by IS DISTINCT FROM user_id);
--> statement-breakpoint
-- The people who had a role so far.
INSERT INTO staff_members (user_id, status, joined_at)
SELECT DISTINCT h.user_id, 'active', u.created_at FROM user_roles h JOIN users u ON u.id = h.user_id;
--> statement-breakpoint
ALTER TABLE staff_members ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON staff_members TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON staff_members TO guichet_staff;
