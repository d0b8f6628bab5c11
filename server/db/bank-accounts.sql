-- What the house keeps of its accounts at banks (schema/bank-accounts.ts).

-- An account that is kept by its statements stays so (PAY-19), whatever code asks.
CREATE OR REPLACE FUNCTION keep_bank_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.source = 'statements' AND (NEW.source, NEW.adopted_balance, NEW.adopted_on)
    IS DISTINCT FROM (OLD.source, OLD.adopted_balance, OLD.adopted_on)
  THEN
    RAISE EXCEPTION 'a bank account that is kept by its statements stays so' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER bank_accounts_keep BEFORE UPDATE ON bank_accounts FOR EACH ROW EXECUTE FUNCTION keep_bank_account();

-- What was said of a difference stands as it was said.
CREATE OR REPLACE FUNCTION keep_explanation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an explanation is not changed' USING ERRCODE = '42501';
END $$;

CREATE OR REPLACE TRIGGER reconciliation_explanations_keep BEFORE UPDATE OR DELETE ON reconciliation_explanations
FOR EACH ROW EXECUTE FUNCTION keep_explanation();

-- A restored bank goes on behind the numbers that it had. A running one is left alone: its sequences are never behind.
SELECT setval('client_accounts_payment_number_seq', taken.highest) FROM (SELECT max(payment_number) AS highest FROM client_accounts) taken
WHERE taken.highest > (SELECT last_value FROM client_accounts_payment_number_seq);

SELECT setval('loans_payment_number_seq', taken.highest) FROM (SELECT max(payment_number) AS highest FROM loans) taken
WHERE taken.highest > (SELECT last_value FROM loans_payment_number_seq);

-- The key of an entry is made once: with the line, or, of a page, when its statement is complete (PAY-20).
CREATE OR REPLACE FUNCTION keep_entry_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.entry_name IS NULL OR NEW.entry_name IS NOT NULL THEN
    RAISE EXCEPTION 'the key of an entry is not changed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER bank_lines_key_once BEFORE UPDATE OF entry_key, entry_name ON bank_lines
FOR EACH ROW EXECUTE FUNCTION keep_entry_key();
