CREATE TABLE "approval_policies" (
	"operation" text NOT NULL,
	"version" integer NOT NULL,
	"rows" jsonb NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "approval_policies_operation_version_pk" PRIMARY KEY("operation","version")
);
--> statement-breakpoint
CREATE TABLE "four_eyes" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"changed_by" uuid,
	"changed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "governed_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operation" text NOT NULL,
	"client_account_id" uuid,
	"maker_id" uuid NOT NULL,
	"amount_eur" bigint,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposal_votes" (
	"proposal_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"reason" text,
	"at" timestamp with time zone NOT NULL,
	"origin" text,
	CONSTRAINT "proposal_votes_proposal_id_user_id_pk" PRIMARY KEY("proposal_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "proposals_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"operation" text NOT NULL,
	"input" jsonb,
	"input_hash" text NOT NULL,
	"seen" jsonb NOT NULL,
	"maker_id" uuid NOT NULL,
	"maker_origin" text,
	"made_at" timestamp with time zone NOT NULL,
	"comment" text,
	"client_account_id" uuid,
	"subject_id" uuid NOT NULL,
	"compared_eur" bigint,
	"amount_eur" bigint,
	"policy_version" integer NOT NULL,
	"slots" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"ended_at" timestamp with time zone,
	"emergency" jsonb,
	"refusal_code" text
);
--> statement-breakpoint
ALTER TABLE "proposal_votes" ADD CONSTRAINT "proposal_votes_proposal_id_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."proposals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "governed_acts_of_client" ON "governed_acts" USING btree ("operation","client_account_id","at");--> statement-breakpoint
CREATE INDEX "governed_acts_of_maker" ON "governed_acts" USING btree ("operation","maker_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "proposals_open" ON "proposals" USING btree ("operation","subject_id") WHERE status = 'awaiting';--> statement-breakpoint
CREATE INDEX "proposals_awaiting" ON "proposals" USING btree ("expires_at") WHERE status = 'awaiting';--> statement-breakpoint
CREATE INDEX "proposals_by_status" ON "proposals" USING btree ("status","made_at","id");--> statement-breakpoint
CREATE INDEX "proposals_of_maker" ON "proposals" USING btree ("maker_id","made_at","id");--> statement-breakpoint
CREATE INDEX "proposals_of_client" ON "proposals" USING btree ("client_account_id");
--> statement-breakpoint
ALTER TABLE proposals
  ADD CONSTRAINT proposals_status CHECK (status IN
    ('awaiting', 'executed', 'refused', 'stale', 'withdrawn', 'expired', 'emergency', 'ratified', 'contested')),
  ADD CONSTRAINT proposals_ended CHECK ((ended_at IS NULL) = (status IN ('awaiting', 'emergency'))),
  ADD CONSTRAINT proposals_emergency CHECK (status NOT IN ('emergency', 'ratified', 'contested') OR emergency IS NOT NULL),
  ADD CONSTRAINT proposals_comment CHECK (length(comment) <= 500);
--> statement-breakpoint
ALTER TABLE proposal_votes
  ADD CONSTRAINT proposal_votes_decision CHECK (decision IN ('approve', 'refuse', 'ratify', 'contest')),
  ADD CONSTRAINT proposal_votes_reason CHECK (decision = 'approve' OR reason IS NOT NULL);
--> statement-breakpoint
ALTER TABLE four_eyes ADD CONSTRAINT four_eyes_one_row CHECK (id);
--> statement-breakpoint
-- The second wall (decision 0015): all of it is the house's alone. Nothing of it is deleted.
ALTER TABLE proposals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE proposal_votes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE approval_policies ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE governed_acts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE four_eyes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON proposals TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON proposal_votes TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON approval_policies TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON governed_acts TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON four_eyes TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (status, ended_at, slots, compared_eur, refusal_code, input) ON proposals TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT ON proposal_votes, approval_policies, governed_acts TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (is_on, changed_by, changed_at) ON four_eyes TO guichet_staff;
