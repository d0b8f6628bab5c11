CREATE TABLE "audit_entries" (
	"number" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"operation" text NOT NULL,
	"outcome" text NOT NULL,
	"refusal_code" text,
	"subject_id" uuid,
	"client_account_id" uuid,
	"origin_digest" text,
	"content_digest" text,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" smallint PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_parts" (
	"number" bigint NOT NULL,
	"part" text NOT NULL,
	"person_id" uuid,
	"salt" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "audit_parts_number_part_pk" PRIMARY KEY("number","part")
);
--> statement-breakpoint
CREATE TABLE "client_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_account_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"succeeded" boolean NOT NULL,
	"address" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawal_batch_lines" (
	"batch_id" uuid NOT NULL,
	"withdrawal_id" uuid NOT NULL,
	"is_released" boolean DEFAULT false NOT NULL,
	CONSTRAINT "withdrawal_batch_lines_batch_id_withdrawal_id_pk" PRIMARY KEY("batch_id","withdrawal_id")
);
--> statement-breakpoint
CREATE TABLE "withdrawal_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" text NOT NULL,
	"status" text NOT NULL,
	"withdrawal_count" integer NOT NULL,
	"total" bigint NOT NULL,
	"execution_date" date NOT NULL,
	"file" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"closed_by" uuid,
	"closed_at" timestamp with time zone,
	CONSTRAINT "withdrawal_batches_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
DROP INDEX "outbox_user";--> statement-breakpoint
ALTER TABLE "audit_parts" ADD CONSTRAINT "audit_parts_number_audit_entries_number_fk" FOREIGN KEY ("number") REFERENCES "public"."audit_entries"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_notes" ADD CONSTRAINT "client_notes_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_batch_lines" ADD CONSTRAINT "withdrawal_batch_lines_batch_id_withdrawal_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."withdrawal_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_batch_lines" ADD CONSTRAINT "withdrawal_batch_lines_withdrawal_id_withdrawal_requests_id_fk" FOREIGN KEY ("withdrawal_id") REFERENCES "public"."withdrawal_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_time" ON "audit_entries" USING btree ("at","number");--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","at","number");--> statement-breakpoint
CREATE INDEX "audit_entries_client" ON "audit_entries" USING btree ("client_account_id","at","number");--> statement-breakpoint
CREATE INDEX "audit_entries_operation" ON "audit_entries" USING btree ("operation","at","number");--> statement-breakpoint
CREATE INDEX "audit_parts_person" ON "audit_parts" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "client_notes_account" ON "client_notes" USING btree ("client_account_id","created_at");--> statement-breakpoint
CREATE INDEX "sign_ins_user" ON "sign_ins" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawal_batch_lines_once" ON "withdrawal_batch_lines" USING btree ("withdrawal_id") WHERE not is_released;--> statement-breakpoint
CREATE INDEX "withdrawal_batches_newest" ON "withdrawal_batches" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("user_id","created_at");