ALTER TABLE "loan_papers" DROP CONSTRAINT "loan_papers_one";--> statement-breakpoint
ALTER TABLE "loan_papers" ADD COLUMN "measure_id" uuid;--> statement-breakpoint
ALTER TABLE "loan_yearly_letters" ADD COLUMN "is_payout_back" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_papers" ADD CONSTRAINT "loan_papers_measure_id_loan_measures_id_fk" FOREIGN KEY ("measure_id") REFERENCES "public"."loan_measures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_papers" ADD CONSTRAINT "loan_papers_one" UNIQUE NULLS NOT DISTINCT("loan_request_id","kind","measure_id");--> statement-breakpoint
ALTER TABLE "loan_papers" ADD CONSTRAINT "loan_papers_measure" CHECK ((kind = 'amendment') = (measure_id is not null));