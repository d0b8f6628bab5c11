CREATE TABLE "bulk_items" (
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"item" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"refusal_code" text,
	"refusal_params" jsonb,
	"proposal_id" uuid,
	CONSTRAINT "bulk_items_run_id_position_pk" PRIMARY KEY("run_id","position"),
	CONSTRAINT "bulk_items_state" CHECK (state in ('waiting', 'done', 'refused', 'skipped', 'needs-approval', 'proposed'))
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operation" text NOT NULL,
	"common" jsonb NOT NULL,
	"made_by" uuid NOT NULL,
	"origin" text,
	"made_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"is_starred" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_views_list" CHECK (list in ('loans', 'withdrawals', 'fees', 'clients')),
	CONSTRAINT "saved_views_name" CHECK (char_length(name) between 1 and 60),
	CONSTRAINT "saved_views_query" CHECK (octet_length(query) <= 2048)
);
--> statement-breakpoint
ALTER TABLE "bulk_items" ADD CONSTRAINT "bulk_items_run_id_bulk_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_runs_open" ON "bulk_runs" USING btree ("made_at") WHERE ended_at is null and stopped_at is null;--> statement-breakpoint
CREATE INDEX "bulk_runs_of_person" ON "bulk_runs" USING btree ("made_by","made_at","id");--> statement-breakpoint
CREATE INDEX "saved_views_of_owner" ON "saved_views" USING btree ("owner_id","list","position","id");--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("list","position","id") WHERE is_shared;
--> statement-breakpoint
-- The second wall (decision 0015): runs over many rows and saved views are the house's alone.
ALTER TABLE bulk_runs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE bulk_items ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON bulk_runs TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON bulk_items TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON saved_views TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (stopped_at, ended_at) ON bulk_runs TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (state, refusal_code, refusal_params, proposal_id) ON bulk_items TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (name, query, is_shared, is_starred, position), DELETE ON saved_views TO guichet_staff;
