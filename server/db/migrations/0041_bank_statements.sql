CREATE TABLE "bank_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"source" text NOT NULL,
	"sender_id" uuid NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"code" text,
	"detail" text,
	"kind" text,
	"version" text,
	"message_id" text,
	"created_at" text,
	"report" jsonb,
	"read_bytes" integer DEFAULT 0 NOT NULL,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"claim" uuid,
	"claimed_until" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "bank_files_file_id_unique" UNIQUE("file_id"),
	CONSTRAINT "bank_files_sha256_unique" UNIQUE("sha256"),
	CONSTRAINT "bank_files_values" CHECK (length(sha256) = 64 and (state = 'refused') = (code is not null))
);
--> statement-breakpoint
CREATE TABLE "bank_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"statement_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"entry_key" text NOT NULL,
	"detail" integer NOT NULL,
	"parent_line_id" uuid,
	"account" text NOT NULL,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"is_reversal" boolean NOT NULL,
	"booking_day" date,
	"value_day" date,
	"bank_ref" text,
	"code" text,
	"is_proprietary_code" boolean NOT NULL,
	"batch_count" integer,
	"payment_id" text,
	"message_id" text,
	"end_to_end_id" text,
	"counterparty_name" text,
	"counterparty_iban" text,
	"own_iban" text,
	"remittance" text,
	"structured_reference" text,
	"return_reason" text,
	"charges" bigint DEFAULT 0 NOT NULL,
	"anomaly" text,
	"phase" text NOT NULL,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bank_file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"currency" text NOT NULL,
	"statement_id" text NOT NULL,
	"sequence" text NOT NULL,
	"opening_type" text,
	"opening" bigint,
	"closing" bigint,
	"day" date,
	"page" integer,
	"is_last_page" boolean,
	"merged_into" uuid,
	"booked_count" integer DEFAULT 0 NOT NULL,
	"credit_sum" bigint DEFAULT 0 NOT NULL,
	"debit_sum" bigint DEFAULT 0 NOT NULL,
	"other_count" integer DEFAULT 0 NOT NULL,
	"content_sha256" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"code" text,
	"difference" bigint,
	"related_id" uuid,
	"posted_number" integer,
	"received_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"released_by" uuid,
	CONSTRAINT "bank_statements_posted" CHECK ((state = 'posted' and kind = 'statement') = (posted_number is not null))
);
--> statement-breakpoint
ALTER TABLE "files" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_files" ADD CONSTRAINT "bank_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_parent_line_id_bank_lines_id_fk" FOREIGN KEY ("parent_line_id") REFERENCES "public"."bank_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_bank_file_id_bank_files_id_fk" FOREIGN KEY ("bank_file_id") REFERENCES "public"."bank_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_merged_into_bank_statements_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_related_id_bank_statements_id_fk" FOREIGN KEY ("related_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_files_newest" ON "bank_files" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "bank_files_open" ON "bank_files" USING btree ("received_at") WHERE state = 'received';--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_position" ON "bank_lines" USING btree ("statement_id","position");--> statement-breakpoint
CREATE INDEX "bank_lines_key" ON "bank_lines" USING btree ("entry_key");--> statement-breakpoint
CREATE INDEX "bank_lines_bank_ref" ON "bank_lines" USING btree ("account","bank_ref") WHERE bank_ref is not null;--> statement-breakpoint
CREATE INDEX "bank_lines_parent" ON "bank_lines" USING btree ("parent_line_id") WHERE parent_line_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_statements_position" ON "bank_statements" USING btree ("bank_file_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_statements_chain" ON "bank_statements" USING btree ("account","currency","posted_number");--> statement-breakpoint
CREATE INDEX "bank_statements_key" ON "bank_statements" USING btree ("account","currency","statement_id","sequence");--> statement-breakpoint
CREATE INDEX "bank_statements_newest" ON "bank_statements" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "bank_statements_open" ON "bank_statements" USING btree ("account","currency","received_at") WHERE state in ('received', 'waiting');