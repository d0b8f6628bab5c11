-- LC-14, CMF L519-6 and C. conso. L312-25: nothing is asked of a client or taken from them from the request of a loan until the later of its
-- payout and the end of the seventh day after its acceptance. `domain/loans/payment-ban.ts` is the rule and the use cases apply it; this is the
-- second wall behind them. The refusal travels as SQLSTATE LC014 with its code as the constraint (server/http/problems.ts).
CREATE OR REPLACE FUNCTION payment_ban_ends(p_account uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT max(CASE
    -- A payout that came back is none (LC-6).
    WHEN r.stage IN ('request', 'contract') OR (l.frozen = 'payout-returned' AND r.phase = 'active') THEN 'infinity'::timestamptz
    -- The first moment of J+8 by the clocks of Paris.
    ELSE (l.accepted_on + 8)::timestamp AT TIME ZONE 'Europe/Paris'
  END)
  FROM loan_requests r LEFT JOIN loans l ON l.id = r.id
  WHERE r.client_account_id = p_account AND r.status <> 'rejected'
$$;

-- Whether a loan of an account forbids to ask a fee of its client (`forbidsFees` of domain/loans/payment-ban.ts): one that is late, from its first missed
-- instalment until it is up to date or ends, one that is demanded as a whole, and one whose client withdrew from the contract.
CREATE OR REPLACE FUNCTION loan_forbids_fees(p_account uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM loan_requests r WHERE r.client_account_id = p_account AND r.status = 'approved'
      AND (r.phase IN ('retracting', 'accelerated', 'written_off') OR EXISTS (SELECT 1 FROM loan_arrears a WHERE a.loan_id = r.id))
  )
$$;

DROP FUNCTION IF EXISTS has_late_loan(uuid);

CREATE OR REPLACE FUNCTION fees_wait_for_loans() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_at timestamptz := CASE
    WHEN TG_OP = 'INSERT' THEN NEW.created_at
    WHEN NEW.status = 'paid' THEN NEW.paid_at
    ELSE NEW.declared_at
  END;
BEGIN
  IF payment_ban_ends(NEW.client_account_id) > coalesce(v_at, now()) THEN
    RAISE EXCEPTION 'fees: the client has a loan that forbids any payment (CMF L519-6)' USING ERRCODE = 'LC014', CONSTRAINT = 'fee.loan-open';
  END IF;
  -- LC-57, LC-75, C. conso. L312-26, L312-38: what a fee is for is free text, and of such a loan nothing is asked but what the law names.
  IF TG_OP = 'INSERT' AND loan_forbids_fees(NEW.client_account_id) THEN
    RAISE EXCEPTION 'fees: the client has a loan of which the law names what is owed' USING ERRCODE = 'LC014', CONSTRAINT = 'fee.loan-forbids';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER fees_wait_for_loans_insert AFTER INSERT ON fees FOR EACH ROW EXECUTE FUNCTION fees_wait_for_loans();

CREATE OR REPLACE TRIGGER fees_wait_for_loans_update AFTER UPDATE OF status ON fees
FOR EACH ROW WHEN (NEW.status <> 'unpaid' AND NEW.status <> OLD.status) EXECUTE FUNCTION fees_wait_for_loans();

-- The money itself, whatever row says so: a first deposit names its account as the cause, the settlement of a fee names the fee.
CREATE OR REPLACE FUNCTION payments_wait_for_loans() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_account uuid := NEW.cause_id;
  v_refusal text := 'account.deposit-while-loan-open';
BEGIN
  IF NEW.event = 'fee-settlement' THEN
    SELECT client_account_id INTO v_account FROM fees WHERE id = NEW.cause_id;
    v_refusal := 'fee.loan-open';
  END IF;
  IF payment_ban_ends(v_account) > NEW.occurred_at THEN
    RAISE EXCEPTION 'ledger: the client has a loan that forbids any payment (CMF L519-6)' USING ERRCODE = 'LC014', CONSTRAINT = v_refusal;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER payments_wait_for_loans AFTER INSERT ON ledger_transactions
FOR EACH ROW WHEN (NEW.event IN ('first-deposit', 'fee-settlement')) EXECUTE FUNCTION payments_wait_for_loans();
