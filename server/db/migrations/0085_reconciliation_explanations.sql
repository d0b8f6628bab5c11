CREATE TABLE "reconciliation_explanations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"difference" bigint NOT NULL,
	"note" text NOT NULL,
	"explained_by" uuid NOT NULL,
	"explained_at" timestamp with time zone NOT NULL,
	"proposal" text
);
--> statement-breakpoint
CREATE INDEX "reconciliation_explanations_of" ON "reconciliation_explanations" USING btree ("currency","difference");--> statement-breakpoint
-- The second wall (decision 0015): it is the house's alone, and only grows.
ALTER TABLE reconciliation_explanations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON reconciliation_explanations TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT ON reconciliation_explanations TO guichet_staff;
