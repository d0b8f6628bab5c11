-- A hold is the house's to know: a client's role writes one beside an order of its own, and reads none (PAY-60).

-- Whether a transfer to an IBAN was refused for a fraud that was reported. It says nothing of whose.
CREATE OR REPLACE FUNCTION iban_is_reported(p_iban text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM withdrawal_requests WHERE client_iban = p_iban AND reason_code = 'reported-fraud-suspicion')
$$;

REVOKE EXECUTE ON FUNCTION iban_is_reported(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION iban_is_reported(text) TO guichet_staff, guichet_client;

-- Whether something is said about a client's account and not lifted (domain/clients/alert.ts). A client's role asks about its own account alone,
-- and is told of none of it by the product.
CREATE OR REPLACE FUNCTION client_has_alert(p_account uuid, p_kind text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM client_alerts c JOIN client_accounts a ON a.id = c.client_account_id
    WHERE c.client_account_id = p_account AND c.kind = p_kind AND c.lifted_at IS NULL
      AND (current_setting('role') <> 'guichet_client' OR a.user_id = current_person()))
$$;

REVOKE EXECUTE ON FUNCTION client_has_alert(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION client_has_alert(uuid, text) TO guichet_staff, guichet_assigned, guichet_others, guichet_client;

-- Keeps why an order is held, in the transaction that asks for it.
CREATE OR REPLACE FUNCTION hold_transfer(p_withdrawal uuid, p_rules jsonb, p_at timestamptz, p_until timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO withdrawal_holds (withdrawal_id, rules, held_at, decide_by)
  SELECT w.id, p_rules, p_at, p_until FROM withdrawal_requests w JOIN client_accounts a ON a.id = w.client_account_id
  WHERE w.id = p_withdrawal AND w.phase = 'held'
    AND (current_setting('role') <> 'guichet_client' OR a.user_id = current_person());
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no order to hold' USING ERRCODE = '42501';
  END IF;
END $$;

REVOKE EXECUTE ON FUNCTION hold_transfer(uuid, jsonb, timestamptz, timestamptz) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION hold_transfer(uuid, jsonb, timestamptz, timestamptz) TO guichet_staff, guichet_client;
