-- Roles get names, versions and an origin (STAFF-7, STAFF-8; domain/staff/roles.ts). The start writes the product's and the file's.
ALTER TABLE "roles" ADD COLUMN "label" text;--> statement-breakpoint
UPDATE roles SET label = CASE WHEN holds_all THEN 'Administrateur (tous droits)' ELSE code END;--> statement-breakpoint
ALTER TABLE "roles" ALTER COLUMN "label" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "source" text DEFAULT 'product' NOT NULL;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "changed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "changed_by" uuid;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "granted_by" uuid;--> statement-breakpoint
ALTER TABLE roles
  ADD CONSTRAINT roles_label CHECK (length(label) BETWEEN 1 AND 60),
  ADD CONSTRAINT roles_description CHECK (length(description) <= 200),
  ADD CONSTRAINT roles_source CHECK (source IN ('product', 'file', 'screen')),
  ADD CONSTRAINT roles_of_system CHECK (holds_all = (code = 'admin'));
--> statement-breakpoint
-- Nobody gives themselves a role (STAFF-21).
ALTER TABLE user_roles ADD CONSTRAINT user_roles_not_oneself CHECK (granted_by IS DISTINCT FROM user_id);
--> statement-breakpoint
-- The start and the screen « Rôles » write roles now; server/db/staff.sql says which changes the database refuses.
GRANT INSERT, UPDATE (label, description, permissions, source, version, changed_at, changed_by) ON roles TO guichet_staff;
