CREATE TABLE "client_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"placed_by" uuid NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"lifted_by" uuid,
	"lifted_at" timestamp with time zone,
	CONSTRAINT "client_alerts_lifted" CHECK (num_nonnulls(lifted_by, lifted_at) in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "client_alerts" ADD CONSTRAINT "client_alerts_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "client_alerts_open" ON "client_alerts" USING btree ("client_account_id","kind") WHERE lifted_at is null;--> statement-breakpoint
-- The second wall (decision 0015): no client reads what is said about them; an order of theirs asks through client_has_alert (server/db/holds.sql).
ALTER TABLE client_alerts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON client_alerts TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (lifted_by, lifted_at) ON client_alerts TO guichet_staff;
--> statement-breakpoint
-- PAY-60: a live institution holds the orders of clients about whom its staff warn; rules that two persons put in force since stay.
INSERT INTO legal_parameters (key, "from", value, source, verified)
SELECT key, '1900-01-02', jsonb_set(value, '{live}', value -> 'live' || '[{"rule": "client-warning"}]'), source, verified
FROM legal_parameters WHERE key = 'hold.rules' AND "from" = '1900-01-01';
