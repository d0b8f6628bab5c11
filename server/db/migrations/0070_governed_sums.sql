-- Acts that count together over 24 hours carry the sums up to them, so that the sum of a day is the difference of two rows however many lie between
-- (server/db/proposals.sql).
ALTER TABLE "governed_acts" ADD COLUMN "place" bigint GENERATED ALWAYS AS IDENTITY;--> statement-breakpoint
ALTER TABLE "governed_acts" ADD COLUMN "of_client" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "governed_acts" ADD COLUMN "of_maker" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "governed_acts" a SET "of_client" = s."of_client", "of_maker" = s."of_maker" FROM (
  SELECT "id", sum(coalesce("amount_eur", 0)) OVER (PARTITION BY "operation", "client_account_id" ORDER BY "at", "place") AS "of_client",
    sum(coalesce("amount_eur", 0)) OVER (PARTITION BY "operation", "maker_id" ORDER BY "at", "place") AS "of_maker" FROM "governed_acts") s
WHERE s."id" = a."id";--> statement-breakpoint
DROP INDEX "governed_acts_of_client";--> statement-breakpoint
DROP INDEX "governed_acts_of_maker";--> statement-breakpoint
CREATE INDEX "governed_acts_of_client" ON "governed_acts" USING btree ("operation","client_account_id","at","place");--> statement-breakpoint
CREATE INDEX "governed_acts_of_maker" ON "governed_acts" USING btree ("operation","maker_id","at","place");--> statement-breakpoint
CREATE INDEX "governed_acts_without_rate" ON "governed_acts" USING btree ("operation","at") WHERE amount_eur is null;
