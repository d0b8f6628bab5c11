CREATE TABLE "demonstration_clock" (
	"id" smallint PRIMARY KEY NOT NULL,
	"ahead_ms" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE demonstration_clock ADD CONSTRAINT demonstration_clock_one CHECK (id = 1 AND ahead_ms >= 0);
--> statement-breakpoint
-- The second wall (migration 0014): the house alone moves its day, and never takes it away.
ALTER TABLE demonstration_clock ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON demonstration_clock TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON demonstration_clock TO guichet_staff;
