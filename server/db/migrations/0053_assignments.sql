CREATE TABLE "assignments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"client_account_id" uuid NOT NULL,
	"assignee_id" uuid NOT NULL,
	"assigned_by" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_because" text,
	CONSTRAINT "assignments_kind" CHECK (subject_kind in ('loan', 'withdrawal', 'fee', 'client')),
	CONSTRAINT "assignments_ended" CHECK ((ended_at is null) = (ended_because is null)
        and ended_because in ('decided', 'released', 'reassigned', 'suspended', 'left', 'idle'))
);
--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "assignments_open" ON "assignments" USING btree ("subject_kind","subject_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "assignments_of_person" ON "assignments" USING btree ("assignee_id","client_account_id","subject_kind","subject_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "assignments_idle" ON "assignments" USING btree ("at","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "assignments_of_client" ON "assignments" USING btree ("client_account_id");
--> statement-breakpoint
-- The second wall (decision 0015): who of the staff follows a file is the house's alone. It is deleted only with its client.
ALTER TABLE assignments ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON assignments TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (ended_at, ended_because) ON assignments TO guichet_staff;
