DROP INDEX "bank_lines_payer";--> statement-breakpoint
CREATE INDEX "loan_instalments_owed" ON "loan_instalments" USING btree ("amount","due_on") WHERE settled_on is null and not is_superseded;--> statement-breakpoint
CREATE INDEX "bank_lines_collective" ON "bank_lines" USING btree ("account","amount") WHERE anomaly = 'details-missing';--> statement-breakpoint
CREATE INDEX "bank_lines_payer" ON "bank_lines" USING btree ("counterparty_iban","client_account_id") WHERE client_account_id is not null;--> statement-breakpoint
-- Who was given all of a line by a person was paid by its sender before, as who got it at once (PAY-28).
UPDATE bank_lines l SET client_account_id = p.client_account_id
  FROM bank_line_parts p
  WHERE p.line_id = l.id AND p.kind = 'client' AND p.amount = l.amount AND l.phase = 'allocated' AND l.client_account_id IS NULL
    AND (SELECT count(*) FROM bank_line_parts o WHERE o.line_id = l.id) = 1;
