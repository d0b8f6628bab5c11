CREATE TABLE "job_runs" (
	"job" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"claim" uuid NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"handled" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"duration_ms" integer,
	"next_attempt_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "job_runs_job_due_at_pk" PRIMARY KEY("job","due_at")
);
--> statement-breakpoint
CREATE INDEX "job_runs_open" ON "job_runs" USING btree ("job","due_at") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "outbox_delivered" ON "outbox" USING btree ("delivered_at") WHERE delivered_at is not null;--> statement-breakpoint
CREATE INDEX "sign_ins_age" ON "sign_ins" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "verifications_end" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE job_runs
  ADD CONSTRAINT job_runs_state CHECK (
    state IN ('running', 'done', 'failed') AND (state = 'running') = (ended_at IS NULL) AND (state = 'failed') = (failure IS NOT NULL)
    AND (state = 'failed') = (next_attempt_at IS NOT NULL) AND (state = 'running') = (duration_ms IS NULL)),
  ADD CONSTRAINT job_runs_sizes CHECK (attempts > 0 AND handled >= 0 AND length(failure) <= 300);
--> statement-breakpoint
-- The second wall (migration 0014): the house alone runs jobs, and what ran is not deleted.
ALTER TABLE job_runs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON job_runs TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON job_runs TO guichet_staff;
