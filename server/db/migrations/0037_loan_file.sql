CREATE TABLE "dialogue_sheets" (
	"loan_request_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"known_loans" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "dialogue_sheets_loan_request_id_version_pk" PRIMARY KEY("loan_request_id","version"),
	CONSTRAINT "dialogue_sheets_form" CHECK (version >= 1 and length(sha256) = 64)
);
--> statement-breakpoint
CREATE TABLE "ficp_consultations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_request_id" uuid NOT NULL,
	"consulted_at" timestamp with time zone NOT NULL,
	"agent_id" uuid NOT NULL,
	"legal_basis" text NOT NULL,
	"search_key" text NOT NULL,
	"reference" text NOT NULL,
	"outcome" text NOT NULL,
	"provider" text NOT NULL,
	CONSTRAINT "ficp_consultations_values" CHECK (outcome in ('nothing', 'incident', 'overindebtedness') and provider in ('manual', 'simulated'))
);
--> statement-breakpoint
CREATE TABLE "ficp_proofs" (
	"consultation_id" uuid PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"added_by" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ficp_proofs_file_id_unique" UNIQUE("file_id")
);
--> statement-breakpoint
CREATE TABLE "loan_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_request_id" uuid NOT NULL,
	"event" text NOT NULL,
	"decided_by" uuid NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"sheet_version" integer,
	"ficp_consultation_id" uuid,
	"debt_ratio_bps" integer,
	"rest_to_live" bigint,
	"policy_reason" text,
	"ficp_reason" text,
	"reason_code" text
);
--> statement-breakpoint
CREATE TABLE "loan_document_requests" (
	"loan_request_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loan_document_requests_loan_request_id_kind_pk" PRIMARY KEY("loan_request_id","kind")
);
--> statement-breakpoint
ALTER TABLE "loan_documents" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "loan_documents" ADD COLUMN "state" text DEFAULT 'received' NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_documents" ADD COLUMN "holder" text;--> statement-breakpoint
ALTER TABLE "loan_documents" ADD COLUMN "issued_on" date;--> statement-breakpoint
ALTER TABLE "loan_documents" ADD COLUMN "expires_on" date;--> statement-breakpoint
ALTER TABLE "loan_documents" ADD COLUMN "rejection" text;--> statement-breakpoint
ALTER TABLE "loan_documents" ADD COLUMN "reviewed_by" uuid;--> statement-breakpoint
ALTER TABLE "loan_documents" ADD COLUMN "reviewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loan_requests" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dialogue_sheets" ADD CONSTRAINT "dialogue_sheets_loan_request_id_loan_requests_id_fk" FOREIGN KEY ("loan_request_id") REFERENCES "public"."loan_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ficp_consultations" ADD CONSTRAINT "ficp_consultations_loan_request_id_loan_requests_id_fk" FOREIGN KEY ("loan_request_id") REFERENCES "public"."loan_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ficp_proofs" ADD CONSTRAINT "ficp_proofs_consultation_id_ficp_consultations_id_fk" FOREIGN KEY ("consultation_id") REFERENCES "public"."ficp_consultations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ficp_proofs" ADD CONSTRAINT "ficp_proofs_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_decisions" ADD CONSTRAINT "loan_decisions_loan_request_id_loan_requests_id_fk" FOREIGN KEY ("loan_request_id") REFERENCES "public"."loan_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_decisions" ADD CONSTRAINT "loan_decisions_ficp_consultation_id_ficp_consultations_id_fk" FOREIGN KEY ("ficp_consultation_id") REFERENCES "public"."ficp_consultations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_document_requests" ADD CONSTRAINT "loan_document_requests_loan_request_id_loan_requests_id_fk" FOREIGN KEY ("loan_request_id") REFERENCES "public"."loan_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ficp_consultations_request" ON "ficp_consultations" USING btree ("loan_request_id","consulted_at");--> statement-breakpoint
CREATE INDEX "loan_decisions_request" ON "loan_decisions" USING btree ("loan_request_id","decided_at");--> statement-breakpoint
CREATE INDEX "loan_documents_received" ON "loan_documents" USING btree ("created_at") WHERE state = 'received';--> statement-breakpoint
CREATE INDEX "loan_requests_ended" ON "loan_requests" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
ALTER TABLE "loan_documents" ADD CONSTRAINT "loan_documents_reviewed" CHECK (case state
        when 'received' then num_nonnulls(holder, issued_on, expires_on, rejection, reviewed_by, reviewed_at) = 0
        when 'verified' then num_nonnulls(kind, holder, reviewed_by, reviewed_at) = 4 and rejection is null
        when 'rejected' then num_nonnulls(rejection, reviewed_by, reviewed_at) = 3
        else false end);--> statement-breakpoint
-- The second wall (decision 0015). A client writes drafts of their own sheet and confirms it, and cancels their own request; the demonstration
-- is filled in the role of the house. What the staff finds in a document, a consultation and a decision is the house's.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['dialogue_sheets', 'loan_document_requests', 'ficp_consultations', 'ficp_proofs', 'loan_decisions'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY staff ON %I TO guichet_staff USING (true) WITH CHECK (true)', v_table);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO guichet_staff', v_table);
  END LOOP;
  FOREACH v_table IN ARRAY ARRAY['dialogue_sheets', 'loan_document_requests', 'ficp_consultations'] LOOP
    EXECUTE format('CREATE POLICY own ON %I TO guichet_client USING (loan_request_id IN (
      SELECT r.id FROM loan_requests r WHERE r.client_account_id = (
        SELECT a.id FROM client_accounts a WHERE a.user_id = current_person())))', v_table);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT UPDATE (content, known_loans, sha256, saved_at, confirmed_at) ON dialogue_sheets TO guichet_staff, guichet_client;
--> statement-breakpoint
GRANT SELECT, INSERT ON dialogue_sheets TO guichet_client;
--> statement-breakpoint
CREATE POLICY of_open_request ON dialogue_sheets AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (EXISTS (SELECT FROM loan_requests r WHERE r.id = loan_request_id AND r.stage = 'request'));
--> statement-breakpoint
CREATE POLICY changed_while_open ON dialogue_sheets AS RESTRICTIVE FOR UPDATE TO guichet_client
USING (EXISTS (SELECT FROM loan_requests r WHERE r.id = loan_request_id AND r.stage = 'request'));
--> statement-breakpoint
GRANT UPDATE (asked_by, asked_at) ON loan_document_requests TO guichet_staff;
--> statement-breakpoint
GRANT SELECT ON loan_document_requests TO guichet_client;
--> statement-breakpoint
-- That the file was consulted, and when: never what it said (L751-5).
GRANT SELECT (id, loan_request_id, consulted_at) ON ficp_consultations TO guichet_client;
--> statement-breakpoint
GRANT INSERT, UPDATE (kind, state, holder, issued_on, expires_on, rejection, reviewed_by, reviewed_at) ON loan_documents TO guichet_staff;
--> statement-breakpoint
GRANT UPDATE (phase, ended_at) ON loan_requests TO guichet_client;
--> statement-breakpoint
-- Members of the staff keep the proof of a consultation.
GRANT INSERT, UPDATE (media_type, size_bytes, chunk_count, sha256, scan, kept_at) ON files TO guichet_staff;
--> statement-breakpoint
GRANT INSERT ON file_chunks TO guichet_staff;
--> statement-breakpoint
DROP POLICY added ON loan_documents;
--> statement-breakpoint
CREATE POLICY added ON loan_documents AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (
  state = 'received'
  AND EXISTS (SELECT FROM loan_requests r WHERE r.id = loan_request_id AND r.stage = 'request')
  AND EXISTS (SELECT FROM files f WHERE f.id = file_id AND f.person_id = current_person())
);
--> statement-breakpoint
-- A document that was verified belongs to the file.
DROP POLICY removed ON loan_documents;
--> statement-breakpoint
CREATE POLICY removed ON loan_documents AS RESTRICTIVE FOR DELETE TO guichet_client
USING (state <> 'verified' AND EXISTS (SELECT FROM loan_requests r WHERE r.id = loan_request_id AND r.stage = 'request'));
--> statement-breakpoint
UPDATE loan_requests SET ended_at = reviewed_at WHERE phase = 'refused';
--> statement-breakpoint
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('file.documents-above', '1900-01-01', '300000', 'C. conso. D312-7', 'text-read'),
  ('policy.debt-ratio', '1900-01-01', '3500', 'Décision de l’établissement : seuil indicatif, pas un seuil légal pour le crédit à la consommation', 'decision'),
  ('policy.rest-to-live', '1900-01-01', '{"aloneMinor": 70000, "coupleMinor": 100000, "dependantMinor": 25000}',
    'Décision de l’établissement : reste à vivre par foyer, en centimes d’euro', 'decision'),
  ('retention.refused-months', '1900-01-01', '6', 'Décision de l’établissement, 24 mois au plus (LC-107)', 'decision'),
  ('retention.declined-days', '1900-01-01', '30', 'Décision de l’établissement (LC-107)', 'decision');
