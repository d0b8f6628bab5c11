CREATE TABLE "declared_links" (
	"user_id" uuid NOT NULL,
	"client_account_id" uuid NOT NULL,
	"relation" text NOT NULL,
	"declared_by" uuid NOT NULL,
	"declared_at" timestamp with time zone NOT NULL,
	CONSTRAINT "declared_links_user_id_client_account_id_pk" PRIMARY KEY("user_id","client_account_id")
);
--> statement-breakpoint
ALTER TABLE "declared_links" ADD CONSTRAINT "declared_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "declared_links" ADD CONSTRAINT "declared_links_client_account_id_client_accounts_id_fk" FOREIGN KEY ("client_account_id") REFERENCES "public"."client_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "declared_links_of_client" ON "declared_links" USING btree ("client_account_id");
--> statement-breakpoint
-- The second wall (decision 0015): to whom members of the staff are tied is the house's alone.
ALTER TABLE declared_links ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY staff ON declared_links TO guichet_staff USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (relation, declared_by, declared_at), DELETE ON declared_links TO guichet_staff;
