-- A job of every minute keeps its last run alone.
CREATE POLICY ended ON job_runs AS RESTRICTIVE FOR DELETE TO guichet_staff USING (state = 'done');
--> statement-breakpoint
GRANT DELETE ON job_runs TO guichet_staff;
--> statement-breakpoint
-- Details that come as camt.054 stand in the place of their collective line.
GRANT UPDATE (parent_line_id) ON bank_lines TO guichet_staff;
