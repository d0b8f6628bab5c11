-- What the database refuses of contracts of credit whatever the code asks for (LC-5, LC-52, LC-56).

-- Whether the contract of a loan is what its offer said, accepted by the client with the statements and the evidence of LC-43 and LC-45 on the day from which
-- the loan counts its own.
CREATE OR REPLACE FUNCTION is_offer_accepted(p_loan uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT 1 FROM loans l JOIN loan_contracts c ON c.id = l.id JOIN loan_offers o ON o.id = l.id
    WHERE l.id = p_loan AND c.set_hash = o.set_hash AND l.principal = o.principal AND l.annual_rate_bps = o.annual_rate_bps
      AND l.duration_months = o.duration_months AND (c.accepted_at AT TIME ZONE 'Europe/Paris')::date = l.accepted_on)
$$;

-- LC-52, C. conso. L312-25: no posting of a loan before the eighth day after its acceptance on the contract's path, and no payout without the
-- lender's agreement. A posting is a loan's when it touches an account of the loan or has the loan as its cause. LC-5: a live institution pays no
-- loan out that was never offered, nor one whose offer was not accepted as it was made; nobody pays one out whose client withdrew (LC-57). The refusal
-- travels as SQLSTATE LC052 (server/http/problems.ts).
-- A node whose clock runs ahead does not pay out too early: where the institution is live, the day is the database's own as well (decision 0029).
-- What is written together is of few days and many loans: the loans are compared with its first day, and only where one of them is to wait is each
-- posting looked at.
CREATE OR REPLACE FUNCTION loan_postings_wait() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_causes uuid[]; v_first_day date; v_pays_out boolean; v_is_live boolean; v_today date; v_fault record;
BEGIN
  SELECT array_agg(DISTINCT t.cause_id), min(least(t.booking_day, t.value_day)), bool_or(t.event = 'loan-payout') INTO v_causes, v_first_day, v_pays_out
  FROM (SELECT DISTINCT transaction_id FROM written) w JOIN ledger_transactions t ON t.id = w.transaction_id;
  v_is_live := EXISTS (SELECT 1 FROM bank_mode WHERE mode = 'live');
  v_today := CASE WHEN EXISTS (SELECT 1 FROM bank_mode WHERE is_real_time) THEN (now() AT TIME ZONE 'Europe/Paris')::date ELSE 'infinity' END;
  v_first_day := least(v_first_day, v_today);
  IF v_pays_out AND EXISTS (SELECT 1 FROM bank_mode WHERE NOT may_lend) THEN
    RAISE EXCEPTION 'the status of the institution forbids to lend' USING ERRCODE = 'LC052', CONSTRAINT = 'loan.status-forbids';
  END IF;
  IF v_pays_out AND v_is_live THEN
    SELECT t.cause_id AS id INTO v_fault FROM (SELECT DISTINCT transaction_id FROM written) w JOIN ledger_transactions t ON t.id = w.transaction_id
    WHERE t.event = 'loan-payout' AND NOT EXISTS (SELECT 1 FROM loans l WHERE l.id = t.cause_id)
    LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'loan % was not granted', v_fault.id USING ERRCODE = 'LC052', CONSTRAINT = 'loan.contract-required';
    END IF;
  END IF;
  PERFORM 1
  FROM (
    SELECT a.holder_id AS id FROM (SELECT DISTINCT account_id FROM written) w JOIN ledger_accounts a ON a.id = w.account_id AND a.holder_kind = 'loan'
    UNION
    SELECT * FROM unnest(v_causes)
  ) p
  JOIN loans l ON l.id = p.id
  WHERE CASE l.path
    WHEN 'contract' THEN v_pays_out OR l.accepted_on IS NULL
      OR v_first_day < greatest(l.accepted_on + 8, (SELECT c.earliest_payout_day FROM loan_contracts c WHERE c.id = l.id))
    ELSE v_pays_out AND v_is_live END
  LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT l.id, l.path, greatest(l.accepted_on + 8, c.earliest_payout_day) AS first_day,
    t.event = 'loan-payout' AND (c.withdrawn_at IS NOT NULL OR v_is_live AND NOT is_offer_accepted(l.id)) AS has_no_contract INTO v_fault
  FROM written w
  JOIN ledger_transactions t ON t.id = w.transaction_id
  JOIN ledger_accounts a ON a.id = w.account_id
  JOIN loans l ON l.id = CASE a.holder_kind WHEN 'loan' THEN a.holder_id ELSE t.cause_id END
  LEFT JOIN loan_contracts c ON c.id = l.id
  WHERE (l.path = 'contract' AND (
      l.accepted_on IS NULL
      OR least(t.booking_day, t.value_day, v_today) < greatest(l.accepted_on + 8, c.earliest_payout_day)
      OR (t.event = 'loan-payout' AND c.agreed_at IS NULL)
      OR (t.event = 'loan-payout' AND (c.withdrawn_at IS NOT NULL OR v_is_live AND NOT is_offer_accepted(l.id)))))
    OR (l.path = 'direct' AND t.event = 'loan-payout' AND v_is_live)
  LIMIT 1;
  IF FOUND AND (v_fault.path = 'direct' OR v_fault.has_no_contract) THEN
    RAISE EXCEPTION 'loan % has no contract', v_fault.id USING ERRCODE = 'LC052', CONSTRAINT = 'loan.contract-required';
  ELSIF FOUND THEN
    RAISE EXCEPTION 'loan % takes no posting before % and an agreement', v_fault.id, v_fault.first_day
      USING ERRCODE = 'LC052', CONSTRAINT = 'loan.locked-until', DETAIL = coalesce(v_fault.first_day::text, '');
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER loan_postings_wait AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION loan_postings_wait();

-- A database that was live never becomes a demonstration: its loans would be paid out without a contract.
CREATE OR REPLACE FUNCTION keep_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.mode = 'live' AND NEW.mode <> 'live' THEN
    RAISE EXCEPTION 'the database of a live institution is not a demonstration' USING ERRCODE = '42501';
  END IF;
  IF OLD.is_real_time AND NOT NEW.is_real_time THEN
    RAISE EXCEPTION 'a live institution has no clock of its own' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER bank_mode_stays_live BEFORE UPDATE ON bank_mode FOR EACH ROW EXECUTE FUNCTION keep_live();

-- LC-34: an offer counts from the moment at which the mail server took the mail with its papers. Written once.
CREATE OR REPLACE FUNCTION offer_was_sent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE loan_offers SET sent_at = NEW.delivered_at WHERE mail_id = NEW.id AND sent_at IS NULL;
  RETURN NULL;
END $$;

REVOKE EXECUTE ON FUNCTION offer_was_sent() FROM PUBLIC;

CREATE OR REPLACE TRIGGER outbox_offer_was_sent AFTER UPDATE OF delivered_at ON outbox
FOR EACH ROW WHEN (NEW.delivered_at IS NOT NULL AND OLD.delivered_at IS NULL AND NEW.template = 'loan-offered')
EXECUTE FUNCTION offer_was_sent();

-- The periods of a contract are written at its acceptance. Only the payout day moves, once, when the lender agrees late (LC-51); what happens
-- later is written once.
CREATE OR REPLACE FUNCTION keep_contract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.agreed_at IS NOT NULL AND (NEW.agreed_at, NEW.agreed_by, NEW.payout_day) IS DISTINCT FROM (OLD.agreed_at, OLD.agreed_by, OLD.payout_day))
    OR (OLD.withdrawn_at IS NOT NULL AND (NEW.withdrawn_at, NEW.withdrawn_on, NEW.withdrawal_way, NEW.return_by)
      IS DISTINCT FROM (OLD.withdrawn_at, OLD.withdrawn_on, OLD.withdrawal_way, OLD.return_by))
    OR (OLD.returned_at IS NOT NULL AND NEW.returned_at IS DISTINCT FROM OLD.returned_at)
    -- The time to withdraw becomes longer once, and never shorter (LC-55).
    OR (OLD.extended_at IS NOT NULL AND (NEW.extended_at, NEW.extended_by, NEW.extension_reason, NEW.withdrawal_last_day, NEW.withdrawal_ends_at)
      IS DISTINCT FROM (OLD.extended_at, OLD.extended_by, OLD.extension_reason, OLD.withdrawal_last_day, OLD.withdrawal_ends_at))
    OR NEW.withdrawal_last_day < OLD.withdrawal_last_day OR NEW.withdrawal_ends_at < OLD.withdrawal_ends_at
    OR (NEW.extended_at IS NULL AND NEW.withdrawal_last_day <> OLD.withdrawal_last_day)
    OR (OLD.reminded_at IS NOT NULL AND NEW.reminded_at IS DISTINCT FROM OLD.reminded_at)
  THEN
    RAISE EXCEPTION 'what happened to a contract is not changed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER loan_contracts_keep BEFORE UPDATE ON loan_contracts FOR EACH ROW EXECUTE FUNCTION keep_contract();

-- LC-52: a node whose clock runs behind would date an acceptance too early, and its lock would end too early. Where the institution is live the moment is the
-- database's own as well, within ten minutes.
CREATE OR REPLACE FUNCTION contract_is_accepted_now() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.accepted_at < now() - interval '10 minutes' AND EXISTS (SELECT 1 FROM bank_mode WHERE is_real_time) THEN
    RAISE EXCEPTION 'contract % is accepted at %, which is past: the clock of the server is behind', NEW.id, NEW.accepted_at
      USING ERRCODE = '23514', CONSTRAINT = 'loan_contracts_accepted_now', TABLE = 'loan_contracts';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER loan_contracts_accepted_now BEFORE INSERT ON loan_contracts
FOR EACH ROW EXECUTE FUNCTION contract_is_accepted_now();

-- LC-6: the payout of a loan leaves for the account that is known to be the borrower's, and for none other, whatever the code.
CREATE OR REPLACE FUNCTION payout_goes_to_borrower() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM loan_contracts c JOIN loans l ON l.id = c.id
    WHERE c.id = NEW.payout_loan_id AND c.pays_outside AND c.payout_verified_at IS NOT NULL AND c.payout_iban = NEW.client_iban
      AND l.client_account_id = NEW.client_account_id AND l.currency = NEW.currency AND NEW.amount <= l.principal)
  THEN
    RAISE EXCEPTION 'a payout goes to the verified account of its borrower' USING ERRCODE = '23514', CONSTRAINT = 'withdrawal_requests_payout_account',
      TABLE = 'withdrawal_requests';
  END IF;
  RETURN NEW;
END $$;

REVOKE EXECUTE ON FUNCTION payout_goes_to_borrower() FROM PUBLIC;

CREATE OR REPLACE TRIGGER withdrawal_requests_payout BEFORE INSERT ON withdrawal_requests
FOR EACH ROW WHEN (NEW.payout_loan_id IS NOT NULL) EXECUTE FUNCTION payout_goes_to_borrower();

-- An order keeps what it is the payout of; a loan that is deleted leaves it without.
CREATE OR REPLACE FUNCTION keep_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.payout_loan_id IS NOT NULL OR current_user IN ('guichet_staff', 'guichet_client') THEN
    RAISE EXCEPTION 'the payout that a transfer is of is not changed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_requests_keep_payout BEFORE UPDATE OF payout_loan_id ON withdrawal_requests
FOR EACH ROW WHEN (NEW.payout_loan_id IS DISTINCT FROM OLD.payout_loan_id) EXECUTE FUNCTION keep_payout();
