-- How far from zero an account may be, in minor units. Numbers are exact up to 2^53, about 9 * 10^15: an account of the house may hold a ninth
-- of it, so that what all clients of a currency hold, which is what the house's accounts hold with the other sign, stays exact as well.
CREATE OR REPLACE FUNCTION ledger_ceiling(p_kind text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_kind WHEN 'client' THEN 10000000000000 ELSE 1000000000000000 END
$$;

-- Posts many transactions in one round trip and one lock of their accounts. Accounts are locked in order of id, so that two callers never
-- wait for each other in a circle. Then each posting is judged in its order against what those before it left: one that would bring an
-- account below its floor, or further from zero than an account may be, is left out, alone: it has one row, which says why and has no
-- number. House accounts are opened at their first use.
-- The first five lists have one element for each transaction; the last four one for each entry, with its transaction's place from 1, the
-- entries of a transaction together and one for each of its accounts.
CREATE OR REPLACE FUNCTION ledger_post_all(
  p_ids uuid[], p_events text[], p_causes uuid[], p_authors uuid[], p_times timestamptz[],
  p_postings int[], p_codes text[], p_currencies text[], p_amounts bigint[]
) RETURNS TABLE (transaction_id uuid, account_id uuid, sequence bigint, balance_after bigint, refusal text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  -- The accounts in order of id.
  v_ids uuid[]; v_codes text[]; v_currencies text[]; v_balances bigint[]; v_sequences bigint[]; v_floors bigint[]; v_ceilings bigint[];
  -- The account of each entry, by its place in v_ids.
  v_accounts int[] := '{}'; v_places jsonb;
  -- The entries to be written, by their place among those asked for.
  v_kept int[] := '{}'; v_kept_sequences bigint[] := '{}'; v_kept_balances bigint[] := '{}';
  -- The postings that are left out, by their place, with the account that refused and why.
  v_refused int[] := '{}'; v_refused_by int[] := '{}'; v_refusals text[] := '{}';
  v_count int := cardinality(p_postings); v_first int := 1; v_last int; v_account int; v_after bigint; v_refusal text; v_refuser int;
BEGIN
  INSERT INTO ledger_accounts (id, code, kind, currency)
  SELECT DISTINCT md5(e.code)::uuid, e.code, 'house', e.currency
  FROM unnest(p_codes, p_currencies) AS e(code, currency)
  WHERE e.code LIKE 'house:%' AND NOT EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.code = e.code)
  ORDER BY 1
  -- Whichever key meets first: a conflict named by the code alone would fail on the id of whoever inserts at the same moment.
  ON CONFLICT DO NOTHING;

  SELECT array_agg(a.id), array_agg(a.code), array_agg(a.currency), array_agg(a.balance), array_agg(a.sequence), array_agg(a.floor),
    array_agg(ledger_ceiling(a.kind)), jsonb_object_agg(a.code, a.place)
  INTO v_ids, v_codes, v_currencies, v_balances, v_sequences, v_floors, v_ceilings, v_places
  FROM (
    SELECT locked.*, row_number() OVER () AS place
    FROM (SELECT * FROM ledger_accounts WHERE code = ANY (p_codes) ORDER BY id FOR UPDATE) locked
  ) a;

  WHILE v_first <= v_count LOOP
    v_last := v_first;
    v_refusal := NULL;
    LOOP
      v_account := (v_places ->> p_codes[v_last])::int;
      IF v_account IS NULL OR v_currencies[v_account] <> p_currencies[v_last] THEN
        RAISE EXCEPTION 'ledger: % of % entries found their account', v_last - 1, v_count USING ERRCODE = 'P0002';
      END IF;
      v_accounts[v_last] := v_account;
      v_after := v_balances[v_account] + p_amounts[v_last];
      IF v_refusal IS NULL THEN
        IF v_after < v_floors[v_account] THEN
          v_refusal := 'too-low';
        -- What a deleted client leaves is in the books already.
        ELSIF abs(v_after) > v_ceilings[v_account] AND abs(v_after) > abs(v_balances[v_account])
          AND p_events[p_postings[v_last]] <> 'account-closure' THEN
          v_refusal := 'too-high';
        END IF;
        v_refuser := v_account;
      END IF;
      EXIT WHEN v_last = v_count OR p_postings[v_last + 1] <> p_postings[v_first];
      v_last := v_last + 1;
    END LOOP;
    IF v_refusal IS NULL THEN
      FOR n IN v_first .. v_last LOOP
        v_account := v_accounts[n];
        v_balances[v_account] := v_balances[v_account] + p_amounts[n];
        v_sequences[v_account] := v_sequences[v_account] + 1;
        v_kept := v_kept || n;
        v_kept_sequences := v_kept_sequences || v_sequences[v_account];
        v_kept_balances := v_kept_balances || v_balances[v_account];
      END LOOP;
    ELSE
      v_refused := v_refused || p_postings[v_first];
      v_refused_by := v_refused_by || v_refuser;
      v_refusals := v_refusals || v_refusal;
    END IF;
    v_first := v_last + 1;
  END LOOP;

  INSERT INTO ledger_transactions (id, event, cause_id, author_id, occurred_at)
  SELECT p_ids[k.n], p_events[k.n], p_causes[k.n], p_authors[k.n], p_times[k.n]
  FROM (SELECT DISTINCT p_postings[place] FROM unnest(v_kept) AS kept(place)) AS k(n)
  ORDER BY k.n;

  RETURN QUERY
  INSERT INTO ledger_entries AS l (account_id, sequence, transaction_id, amount, currency, balance_after)
  SELECT v_ids[v_accounts[k.place]], k.sequence, p_ids[p_postings[k.place]], p_amounts[k.place], p_currencies[k.place], k.balance
  FROM unnest(v_kept, v_kept_sequences, v_kept_balances) AS k(place, sequence, balance)
  RETURNING l.transaction_id, l.account_id, l.sequence, l.balance_after, NULL::text;

  RETURN QUERY
  SELECT p_ids[r.posting], v_ids[r.account], NULL::bigint, NULL::bigint, r.why
  FROM unnest(v_refused, v_refused_by, v_refusals) AS r(posting, account, why);

  UPDATE ledger_accounts a SET balance = moved.balance, sequence = moved.sequence
  FROM unnest(v_ids, v_balances, v_sequences) AS moved(id, balance, sequence)
  WHERE a.id = moved.id AND a.sequence <> moved.sequence;

  -- The sums of what client accounts received and sent (schema/ledger.ts, `ledgerTotals`).
  INSERT INTO ledger_totals AS s (period, currency, event, stripe, received, sent)
  SELECT p.period, p_currencies[k.place], p_events[p_postings[k.place]], pg_backend_pid() % 16,
    sum(greatest(p_amounts[k.place], 0)), sum(greatest(-p_amounts[k.place], 0))
  FROM unnest(v_kept) AS k(place)
  CROSS JOIN LATERAL (
    VALUES (date '-infinity'), ((p_times[p_postings[k.place]] AT TIME ZONE 'Europe/Paris')::date)
  ) AS p(period)
  WHERE p_codes[k.place] LIKE 'client:%'
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (period, currency, event, stripe)
    DO UPDATE SET received = s.received + excluded.received, sent = s.sent + excluded.sent;
END $$;

REVOKE EXECUTE ON FUNCTION ledger_post_all FROM PUBLIC;

GRANT EXECUTE ON FUNCTION ledger_post_all TO guichet_staff;

-- The entries of a transaction sum to zero in each currency; each continues its account without a gap; its account is of its currency.
CREATE OR REPLACE FUNCTION ledger_entries_hold() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_fault record;
BEGIN
  SELECT transaction_id INTO v_fault FROM written GROUP BY transaction_id, currency HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger: transaction % does not sum to zero', v_fault.transaction_id USING ERRCODE = '23514';
  END IF;
  SELECT w.account_id, w.sequence, w.transaction_id, a.id AS account, t.id AS posting INTO v_fault
  FROM written w
  LEFT JOIN ledger_accounts a ON a.id = w.account_id AND a.currency = w.currency
  LEFT JOIN ledger_transactions t ON t.id = w.transaction_id
  WHERE a.id IS NULL OR t.id IS NULL
    OR w.amount + CASE WHEN w.sequence = 1 THEN 0 ELSE (
      SELECT e.balance_after FROM ledger_entries e WHERE e.account_id = w.account_id AND e.sequence = w.sequence - 1
    ) END IS DISTINCT FROM w.balance_after
  LIMIT 1;
  IF v_fault.account IS NULL AND FOUND THEN
    RAISE EXCEPTION 'ledger: account % does not exist in the currency of entry %', v_fault.account_id, v_fault.sequence USING ERRCODE = '23503';
  ELSIF v_fault.posting IS NULL AND FOUND THEN
    RAISE EXCEPTION 'ledger: transaction % does not exist', v_fault.transaction_id USING ERRCODE = '23503';
  ELSIF FOUND THEN
    RAISE EXCEPTION 'ledger: entry % of account % does not continue it', v_fault.sequence, v_fault.account_id USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ledger_entries_hold AFTER INSERT ON ledger_entries REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_hold();

-- A balance is what its last entry says. Nothing else can change it.
CREATE OR REPLACE FUNCTION ledger_balances_hold() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_id uuid;
BEGIN
  SELECT w.id INTO v_id
  FROM written w
  WHERE NOT (w.sequence = 0 AND w.balance = 0) AND (
    SELECT e.balance_after = w.balance AND e.currency = w.currency
    FROM ledger_entries e WHERE e.account_id = w.id AND e.sequence = w.sequence
  ) IS NOT TRUE
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger: the balance of account % is not its last entry', v_id USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ledger_accounts_hold_insert AFTER INSERT ON ledger_accounts REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION ledger_balances_hold();

CREATE OR REPLACE TRIGGER ledger_accounts_hold_update AFTER UPDATE ON ledger_accounts REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION ledger_balances_hold();

CREATE OR REPLACE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger: % is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;

CREATE OR REPLACE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();

CREATE OR REPLACE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries
FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

CREATE OR REPLACE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE ON ledger_transactions
FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();

CREATE OR REPLACE TRIGGER ledger_transactions_no_truncate BEFORE TRUNCATE ON ledger_transactions
FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

CREATE OR REPLACE TRIGGER ledger_accounts_not_deleted BEFORE DELETE ON ledger_accounts
FOR EACH ROW EXECUTE FUNCTION ledger_is_append_only();

CREATE OR REPLACE FUNCTION ledger_account_identity_is_fixed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.code, NEW.kind, NEW.currency) IS DISTINCT FROM (OLD.id, OLD.code, OLD.kind, OLD.currency) THEN
    RAISE EXCEPTION 'ledger: the identity of an account is fixed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER ledger_accounts_identity BEFORE UPDATE OF id, code, kind, currency ON ledger_accounts
FOR EACH ROW EXECUTE FUNCTION ledger_account_identity_is_fixed();

-- A client's line is the entry of their account: same transaction, number, amount and balance.
CREATE OR REPLACE FUNCTION transactions_are_entries() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_id uuid;
BEGIN
  SELECT w.id INTO v_id
  FROM written w
  JOIN client_accounts c ON c.id = w.client_account_id
  WHERE (
    SELECT e.transaction_id = w.ledger_transaction_id AND e.amount = w.amount AND e.balance_after = w.balance_after
    FROM ledger_entries e WHERE e.account_id = c.ledger_account_id AND e.sequence = w.sequence
  ) IS NOT TRUE
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'transaction % is not the entry of its account', v_id USING ERRCODE = '23514';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER transactions_are_entries AFTER INSERT ON transactions REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION transactions_are_entries();
