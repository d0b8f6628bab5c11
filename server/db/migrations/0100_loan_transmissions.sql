CREATE TABLE "loan_lender_consents" (
	"loan_request_id" uuid NOT NULL,
	"lender_code" text NOT NULL,
	"lender_name" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loan_lender_consents_loan_request_id_lender_code_pk" PRIMARY KEY("loan_request_id","lender_code")
);
--> statement-breakpoint
CREATE TABLE "loan_transmissions" (
	"loan_request_id" uuid PRIMARY KEY NOT NULL,
	"lender_code" text NOT NULL,
	"lender_name" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"sent_by" uuid NOT NULL,
	"note" text,
	"sha256" text NOT NULL,
	"content" "bytea" NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by" uuid,
	CONSTRAINT "loan_transmissions_values" CHECK (length(sha256) = 64 and answer in ('accepted', 'refused', 'paid-out', 'withdrawn')
        and num_nonnulls(answer, answered_at, answered_by) in (0, 3))
);
--> statement-breakpoint
ALTER TABLE "loan_requests" DROP CONSTRAINT "loan_requests_phase";--> statement-breakpoint
-- The generated columns say what the new phases are: what stands on them is made again, by the files of functions where it is a trigger.
DROP TRIGGER IF EXISTS loan_requests_loan_is_whole ON loan_requests;
--> statement-breakpoint
DROP TRIGGER IF EXISTS loan_requests_end_assignment ON loan_requests;
--> statement-breakpoint
DROP TRIGGER IF EXISTS loan_requests_go_with_their_client ON loan_requests;
--> statement-breakpoint
DROP POLICY of_open_request ON dialogue_sheets;
--> statement-breakpoint
DROP POLICY changed_while_open ON dialogue_sheets;
--> statement-breakpoint
DROP POLICY added ON loan_documents;
--> statement-breakpoint
DROP POLICY removed ON loan_documents;
--> statement-breakpoint
ALTER TABLE "loan_requests" drop column "status";--> statement-breakpoint
ALTER TABLE "loan_requests" ADD COLUMN "status" text GENERATED ALWAYS AS (case when phase in ('submitted') then 'pending' when phase in ('in_review', 'transmitted') then 'processing' when phase in ('lender_accepted', 'offered', 'accepted', 'agreed', 'active', 'retracting', 'accelerated', 'written_off', 'repaid', 'lender_paid') then 'approved' when phase in ('lender_refused', 'not_transmitted', 'refused', 'cancelled', 'declined', 'expired', 'lapsed', 'retracted') then 'rejected' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_requests" drop column "stage";--> statement-breakpoint
ALTER TABLE "loan_requests" ADD COLUMN "stage" text GENERATED ALWAYS AS (case when phase in ('submitted', 'in_review', 'transmitted') then 'request' when phase in ('lender_accepted', 'offered', 'accepted', 'agreed') then 'contract' when phase in ('active', 'retracting', 'accelerated', 'written_off') then 'loan' when phase in ('repaid', 'lender_paid', 'lender_refused', 'not_transmitted', 'refused', 'cancelled', 'declined', 'expired', 'lapsed', 'retracted') then 'end' end) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "loan_requests_state" ON "loan_requests" USING btree ("status","created_at","id");
--> statement-breakpoint
CREATE INDEX "loan_requests_due" ON "loan_requests" USING btree ("status",coalesce(due_at, 'infinity'::timestamptz),"created_at","id");
--> statement-breakpoint
CREATE INDEX "loan_requests_value" ON "loan_requests" USING btree ("status","amount_eur","id");
--> statement-breakpoint
CREATE INDEX loan_requests_by_name ON loan_requests (status, client_order, id);
--> statement-breakpoint
CREATE INDEX "loan_requests_not_paid_out" ON "loan_requests" USING btree ("client_account_id") WHERE stage in ('request', 'contract');
--> statement-breakpoint
CREATE INDEX "loan_requests_open" ON "loan_requests" USING btree ("created_at","id") WHERE stage = 'request';
--> statement-breakpoint
CREATE POLICY of_open_request ON dialogue_sheets AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (EXISTS (SELECT FROM loan_requests r WHERE r.id = loan_request_id AND r.stage = 'request'));
--> statement-breakpoint
CREATE POLICY changed_while_open ON dialogue_sheets AS RESTRICTIVE FOR UPDATE TO guichet_client
USING (EXISTS (SELECT FROM loan_requests r WHERE r.id = loan_request_id AND r.stage = 'request'));
--> statement-breakpoint
CREATE POLICY added ON loan_documents AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (
  state = 'received'
  AND EXISTS (SELECT FROM loan_requests r WHERE r.id = loan_request_id AND r.stage = 'request')
  AND EXISTS (SELECT FROM files f WHERE f.id = file_id AND f.person_id = current_person())
);
--> statement-breakpoint
CREATE POLICY removed ON loan_documents AS RESTRICTIVE FOR DELETE TO guichet_client
USING (state <> 'verified' AND EXISTS (SELECT FROM loan_requests r WHERE r.id = loan_request_id AND r.stage = 'request'));
--> statement-breakpoint
ALTER TABLE "bank_mode" ADD COLUMN "may_lend" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_lender_consents" ADD CONSTRAINT "loan_lender_consents_loan_request_id_loan_requests_id_fk" FOREIGN KEY ("loan_request_id") REFERENCES "public"."loan_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_transmissions" ADD CONSTRAINT "loan_transmissions_consent" FOREIGN KEY ("loan_request_id","lender_code") REFERENCES "public"."loan_lender_consents"("loan_request_id","lender_code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loan_transmissions_open" ON "loan_transmissions" USING btree ("sent_at") WHERE answer is null or answer = 'accepted';--> statement-breakpoint
ALTER TABLE "loan_requests" ADD CONSTRAINT "loan_requests_phase" CHECK (phase in ('submitted', 'in_review', 'transmitted', 'lender_accepted', 'offered', 'accepted', 'agreed', 'active', 'retracting', 'accelerated', 'written_off', 'repaid', 'lender_paid', 'lender_refused', 'not_transmitted', 'refused', 'cancelled', 'declined', 'expired', 'lapsed', 'retracted'));
--> statement-breakpoint
-- The second wall (decision 0015). A client writes their own word about lenders with their request; the house hands it over.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['loan_lender_consents', 'loan_transmissions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY staff ON %I TO guichet_staff USING (true) WITH CHECK (true)', v_table);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO guichet_staff', v_table);
    EXECUTE format('CREATE POLICY own ON %I TO guichet_client USING (loan_request_id IN (
      SELECT r.id FROM loan_requests r WHERE r.client_account_id = (
        SELECT a.id FROM client_accounts a WHERE a.user_id = current_person())))', v_table);
    EXECUTE format('GRANT SELECT ON %I TO guichet_client', v_table);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT INSERT ON loan_lender_consents TO guichet_client;
--> statement-breakpoint
CREATE POLICY of_new_request ON loan_lender_consents AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (EXISTS (SELECT FROM loan_requests r WHERE r.id = loan_request_id AND r.phase = 'submitted'));
--> statement-breakpoint
GRANT UPDATE (answer, answered_at, answered_by) ON loan_transmissions TO guichet_staff;
--> statement-breakpoint
GRANT UPDATE (may_lend) ON bank_mode TO guichet_staff;
