-- A role is a set of permissions (decision 0023, domain/permissions.ts). The role `admin` holds all of them, also those to come.
CREATE TABLE "roles" (
	"code" text PRIMARY KEY NOT NULL,
	"holds_all" boolean DEFAULT false NOT NULL,
	"permissions" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE roles
  ADD CONSTRAINT roles_code CHECK (code ~ '^[a-z][a-z0-9-]{1,39}$'),
  ADD CONSTRAINT roles_one_way CHECK (NOT holds_all OR permissions = '{}');
--> statement-breakpoint
INSERT INTO roles (code, holds_all) VALUES ('admin', true);
--> statement-breakpoint
-- Any other name in `user_roles` permitted nothing so far. Kept, it would make its holder a member of the staff.
DELETE FROM user_roles WHERE role <> 'admin';
--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_role_roles_code_fk" FOREIGN KEY ("role") REFERENCES "public"."roles"("code") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- The house reads what a role permits and cannot change it; a client's role of the database does not see it.
ALTER TABLE roles ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON roles TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT ON roles TO guichet_staff;
