CREATE TABLE "daily_proofs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"results" jsonb NOT NULL,
	"is_fair" boolean NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "daily_proofs_values" CHECK (jsonb_array_length(results) > 0)
);
--> statement-breakpoint
ALTER TABLE "bank_line_parts" ADD COLUMN "note" text;--> statement-breakpoint
CREATE INDEX "daily_proofs_day" ON "daily_proofs" USING btree ("day","currency","made_at");--> statement-breakpoint
-- The proofs of a day are the house's: written once, read by its staff (decision 0015).
ALTER TABLE daily_proofs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON daily_proofs TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT ON daily_proofs TO guichet_staff;
--> statement-breakpoint
-- The keys of the verification of payees, as the rules name them (payments, section 22, points 1, 2 and 12).
INSERT INTO legal_parameters (key, "from", value, source, verified)
SELECT 'retention.vop', "from", value, source, verified FROM legal_parameters WHERE key = 'retention.payee-check-years';
--> statement-breakpoint
DELETE FROM legal_parameters WHERE key = 'retention.payee-check-years';
--> statement-breakpoint
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('texts.vop', '1900-01-01', '"2026-11"', 'Décision de l’établissement', 'decision'),
  ('vop.provider', '1900-01-01', '"each-order"', 'Décision de l’établissement', 'decision');
