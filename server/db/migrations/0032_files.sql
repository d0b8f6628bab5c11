CREATE TABLE "file_chunks" (
	"file_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "file_chunks_file_id_number_pk" PRIMARY KEY("file_id","number")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"media_type" text,
	"size_bytes" integer,
	"chunk_count" integer,
	"sha256" text,
	"scan" text,
	"kept_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "loan_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_request_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loan_documents_file_id_unique" UNIQUE("file_id")
);
--> statement-breakpoint
ALTER TABLE "file_chunks" ADD CONSTRAINT "file_chunks_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_documents" ADD CONSTRAINT "loan_documents_loan_request_id_loan_requests_id_fk" FOREIGN KEY ("loan_request_id") REFERENCES "public"."loan_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_documents" ADD CONSTRAINT "loan_documents_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_person" ON "files" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "files_draft" ON "files" USING btree ("person_id") WHERE kept_at is null;--> statement-breakpoint
CREATE INDEX "loan_documents_request" ON "loan_documents" USING btree ("loan_request_id","created_at","id");
--> statement-breakpoint
ALTER TABLE files
  ADD CONSTRAINT files_media_type CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  ADD CONSTRAINT files_scan CHECK (scan IN ('clean', 'unscanned')),
  ADD CONSTRAINT files_kept_whole CHECK (
    kept_at IS NULL OR (media_type IS NOT NULL AND size_bytes > 0 AND chunk_count > 0 AND length(sha256) = 64 AND scan IS NOT NULL)
  );
--> statement-breakpoint
ALTER TABLE file_chunks ADD CONSTRAINT file_chunks_number CHECK (number >= 0);
--> statement-breakpoint
-- Encrypted bytes cannot be compressed.
ALTER TABLE file_chunks ALTER COLUMN content SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE loan_documents ADD CONSTRAINT loan_documents_name CHECK (length(name) BETWEEN 1 AND 120);
--> statement-breakpoint
-- The second wall (decision 0015). The house reads files and deletes drafts that were left; it seals keys anew and changes nothing else. A
-- client uploads files of their own, and gives them to open requests of their own or takes them back.
ALTER TABLE files ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE file_chunks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE loan_documents ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON files TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON file_chunks TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY staff ON loan_documents TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY own ON files TO guichet_client USING (person_id = (SELECT current_person()));
--> statement-breakpoint
CREATE POLICY own ON file_chunks TO guichet_client
USING (EXISTS (SELECT FROM files f WHERE f.id = file_id AND f.person_id = current_person()));
--> statement-breakpoint
CREATE POLICY own ON loan_documents TO guichet_client
USING (EXISTS (
  SELECT FROM loan_requests r JOIN client_accounts a ON a.id = r.client_account_id
  WHERE r.id = loan_request_id AND a.user_id = current_person()
));
--> statement-breakpoint
CREATE POLICY begins ON files AS RESTRICTIVE FOR INSERT TO guichet_client WITH CHECK (kept_at IS NULL);
--> statement-breakpoint
CREATE POLICY kept ON files AS RESTRICTIVE FOR UPDATE TO guichet_client USING (kept_at IS NULL) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY given_up ON files AS RESTRICTIVE FOR DELETE TO guichet_client USING (kept_at IS NULL);
--> statement-breakpoint
CREATE POLICY of_draft ON file_chunks AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (EXISTS (SELECT FROM files f WHERE f.id = file_id AND f.kept_at IS NULL));
--> statement-breakpoint
CREATE POLICY added ON loan_documents AS RESTRICTIVE FOR INSERT TO guichet_client
WITH CHECK (
  EXISTS (SELECT FROM loan_requests r WHERE r.id = loan_request_id AND r.stage = 'request')
  AND EXISTS (SELECT FROM files f WHERE f.id = file_id AND f.person_id = current_person())
);
--> statement-breakpoint
CREATE POLICY removed ON loan_documents AS RESTRICTIVE FOR DELETE TO guichet_client
USING (EXISTS (SELECT FROM loan_requests r WHERE r.id = loan_request_id AND r.stage = 'request'));
--> statement-breakpoint
GRANT SELECT, UPDATE (sealed_key), DELETE ON files TO guichet_staff;
--> statement-breakpoint
GRANT SELECT ON file_chunks, loan_documents TO guichet_staff;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (media_type, size_bytes, chunk_count, sha256, scan, kept_at), DELETE ON files TO guichet_client;
--> statement-breakpoint
GRANT SELECT, INSERT ON file_chunks TO guichet_client;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON loan_documents TO guichet_client;
