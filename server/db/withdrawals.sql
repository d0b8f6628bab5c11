-- What the database refuses of transfers whatever the code asks for (domain/withdrawals/phases.ts).

-- A transfer begins as it is asked for, goes on by a step of its role (is_step, guards.sql), and keeps what was asked for and what was posted.
-- What has ended is not touched but for its next step. The status is left out: before the row is written it is not computed.
CREATE OR REPLACE FUNCTION keep_transfer_to_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user NOT IN ('guichet_staff', 'guichet_client') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    -- It may be held for a check (PAY-60); the house may validate it by its rules (PAY-39).
    IF NEW.phase IN ('requested', 'held') OR (current_user = 'guichet_staff' AND NEW.phase = 'validated') THEN
      RETURN NEW;
    END IF;
    -- A transfer inside the house is posted when it is asked for (PAY-34).
    -- Asked apart from the condition, because a client's role may not read the books.
    IF current_user = 'guichet_staff' AND NEW.phase = 'settled' THEN
      IF EXISTS (SELECT 1 FROM ledger_transactions t
        WHERE t.id = NEW.ledger_transaction_id AND t.event = 'internal-transfer' AND t.cause_id = NEW.id)
      THEN
        RETURN NEW;
      END IF;
    END IF;
    RAISE EXCEPTION '% do not begin as %', TG_TABLE_NAME, NEW.phase USING ERRCODE = '42501';
  END IF;
  IF (NEW.id, NEW.client_account_id, NEW.amount, NEW.currency, NEW.is_instant, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.client_account_id, OLD.amount, OLD.currency, OLD.is_instant, OLD.created_at)
  THEN
    RAISE EXCEPTION 'what was asked for in % is not changed', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  IF NEW.phase <> OLD.phase AND NOT is_step(TG_TABLE_NAME, current_user, OLD.phase, NEW.phase) THEN
    RAISE EXCEPTION '% do not go from % to %', TG_TABLE_NAME, OLD.phase, NEW.phase USING ERRCODE = '42501';
  END IF;
  IF OLD.ledger_transaction_id IS NOT NULL AND NEW.ledger_transaction_id IS DISTINCT FROM OLD.ledger_transaction_id THEN
    RAISE EXCEPTION 'what was posted for % is not changed', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  -- What came back before our bank's debit of it, and what was refused and is debited with its file, keep the day of that debit once it comes.
  IF NEW.phase IN ('returned', 'bank-refused') AND OLD.phase = NEW.phase AND OLD.settled_on IS NULL AND current_user = 'guichet_staff'
    AND to_jsonb(NEW) - 'status' - 'settled_on' = to_jsonb(OLD) - 'status' - 'settled_on'
  THEN
    RETURN NEW;
  END IF;
  IF NEW.phase = OLD.phase
    AND (current_user = 'guichet_client'
      OR OLD.phase NOT IN ('requested', 'in-hand', 'held', 'validated', 'exported', 'accepted'))
    AND to_jsonb(NEW) - 'status' IS DISTINCT FROM to_jsonb(OLD) - 'status'
  THEN
    RAISE EXCEPTION 'what is % in % is not changed', OLD.phase, TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_requests_steps BEFORE INSERT OR UPDATE ON withdrawal_requests
FOR EACH ROW EXECUTE FUNCTION keep_transfer_to_steps();
