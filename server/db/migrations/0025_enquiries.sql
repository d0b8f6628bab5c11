CREATE TABLE "enquiries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"acknowledged" boolean DEFAULT false NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp with time zone,
	"submission_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "enquiries_reference_unique" UNIQUE("reference"),
	CONSTRAINT "enquiries_submission_key_unique" UNIQUE("submission_key")
);
--> statement-breakpoint
CREATE INDEX "enquiries_newest" ON "enquiries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "enquiries_state" ON "enquiries" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "enquiries_email" ON "enquiries" USING btree ("email");--> statement-breakpoint
ALTER TABLE enquiries
  ADD CONSTRAINT enquiries_kind CHECK (kind IN ('contact', 'loan-request', 'card-request')),
  ADD CONSTRAINT enquiries_state CHECK ((state = 'new') = (answered_at IS NULL) AND state IN ('new', 'answered')),
  ADD CONSTRAINT enquiries_sizes CHECK (length(text) <= 10000 AND length(subject) <= 200 AND length(name) <= 300);
--> statement-breakpoint
-- The second wall (migration 0014). The house keeps, answers and deletes messages; their words are not changed. A client reads those of
-- their own address, for the copy of their data.
ALTER TABLE enquiries ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON enquiries TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY own ON enquiries FOR SELECT TO guichet_client
USING (email = (SELECT lower(u.email) FROM users u WHERE u.id = current_person()));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (state, answered_by, answered_at), DELETE ON enquiries TO guichet_staff;
--> statement-breakpoint
GRANT SELECT (id, reference, kind, name, email, subject, text, state, answered_at, created_at) ON enquiries TO guichet_client;
