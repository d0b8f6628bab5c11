ALTER TABLE "client_accounts" ADD COLUMN "iban_is_shared" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- An IBAN belongs to one account (PAY-5). IBANs are kept in their electronic form; what was given to several accounts before this rule stays
-- until staff change one of them, marked, so that nothing is decided by it.
UPDATE client_accounts SET iban = upper(regexp_replace(iban, '[^A-Za-z0-9]', '', 'g'))
WHERE iban <> upper(regexp_replace(iban, '[^A-Za-z0-9]', '', 'g'));
--> statement-breakpoint
UPDATE client_accounts SET iban_is_shared = true
WHERE iban IN (SELECT iban FROM client_accounts WHERE iban IS NOT NULL GROUP BY iban HAVING count(*) > 1);
--> statement-breakpoint
CREATE UNIQUE INDEX "client_accounts_one_iban" ON "client_accounts" USING btree ("iban") WHERE not iban_is_shared;
