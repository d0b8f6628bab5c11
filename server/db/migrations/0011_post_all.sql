-- Posts many transactions in one round trip and one lock of their accounts; ledger_post was this for one of them. Accounts are locked in
-- order of id, so that two callers never wait for each other in a circle. Then each posting is judged in its order against what those
-- before it left: one that would bring an account below its floor is left out, alone, and the caller sees that it has no entries.
-- House accounts are opened at their first use.
-- p_transactions: [{"id","event","cause","author","at"}, …]; p_entries: [{"posting": place in p_transactions from 1, "code","currency",
-- "amount"}, …], the entries of a posting together, one for each of its accounts.
CREATE FUNCTION ledger_post_all(p_transactions jsonb, p_entries jsonb)
RETURNS TABLE (transaction_id uuid, account_id uuid, sequence bigint, balance_after bigint)
LANGUAGE plpgsql AS $$
DECLARE
  -- The accounts in order of id.
  v_ids uuid[]; v_codes text[]; v_currencies text[]; v_balances bigint[]; v_sequences bigint[]; v_floors bigint[];
  -- The entries asked for, in order: their posting, their account by its place in v_ids, their amount.
  v_postings int[]; v_accounts int[]; v_amounts bigint[];
  -- The entries to be written, by their place among those asked for.
  v_kept int[] := '{}'; v_kept_sequences bigint[] := '{}'; v_kept_balances bigint[] := '{}';
  v_count int; v_found int; v_first int := 1; v_last int; v_account int; v_holds boolean;
BEGIN
  INSERT INTO ledger_accounts (id, code, kind, currency)
  SELECT DISTINCT md5(e.code)::uuid, e.code, 'house', e.currency
  FROM jsonb_to_recordset(p_entries) AS e(code text, currency text)
  WHERE e.code LIKE 'house:%' AND NOT EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.code = e.code)
  ORDER BY 1
  ON CONFLICT (code) DO NOTHING;

  SELECT array_agg(a.id), array_agg(a.code), array_agg(a.currency), array_agg(a.balance), array_agg(a.sequence), array_agg(a.floor)
  INTO v_ids, v_codes, v_currencies, v_balances, v_sequences, v_floors
  FROM (
    SELECT * FROM ledger_accounts
    WHERE code IN (SELECT e.code FROM jsonb_to_recordset(p_entries) AS e(code text))
    ORDER BY id FOR UPDATE
  ) a;

  SELECT count(*), count(a.place), array_agg(e.posting ORDER BY e.n), array_agg(a.place ORDER BY e.n), array_agg(e.amount ORDER BY e.n)
  INTO v_count, v_found, v_postings, v_accounts, v_amounts
  FROM ROWS FROM (jsonb_to_recordset(p_entries) AS (posting int, code text, currency text, amount bigint))
    WITH ORDINALITY AS e(posting, code, currency, amount, n)
  LEFT JOIN unnest(v_codes, v_currencies) WITH ORDINALITY AS a(code, currency, place)
    ON a.code = e.code AND a.currency = e.currency;
  IF v_found <> v_count THEN
    RAISE EXCEPTION 'ledger: % of % entries found their account', v_found, v_count USING ERRCODE = 'P0002';
  END IF;

  WHILE v_first <= v_count LOOP
    v_last := v_first;
    WHILE v_last < v_count AND v_postings[v_last + 1] = v_postings[v_first] LOOP
      v_last := v_last + 1;
    END LOOP;
    v_holds := true;
    FOR n IN v_first .. v_last LOOP
      v_account := v_accounts[n];
      IF v_balances[v_account] + v_amounts[n] < v_floors[v_account] THEN
        v_holds := false;
      END IF;
    END LOOP;
    IF v_holds THEN
      FOR n IN v_first .. v_last LOOP
        v_account := v_accounts[n];
        v_balances[v_account] := v_balances[v_account] + v_amounts[n];
        v_sequences[v_account] := v_sequences[v_account] + 1;
        v_kept := v_kept || n;
        v_kept_sequences := v_kept_sequences || v_sequences[v_account];
        v_kept_balances := v_kept_balances || v_balances[v_account];
      END LOOP;
    END IF;
    v_first := v_last + 1;
  END LOOP;

  INSERT INTO ledger_transactions (id, event, cause_id, author_id, occurred_at)
  SELECT t.id, t.event, t.cause, t.author, t.at
  FROM ROWS FROM (jsonb_to_recordset(p_transactions) AS (id uuid, event text, cause uuid, author uuid, at timestamptz))
    WITH ORDINALITY AS t(id, event, cause, author, at, n)
  WHERE t.n IN (SELECT v_postings[kept] FROM unnest(v_kept) kept);

  UPDATE ledger_accounts a SET balance = moved.balance, sequence = moved.sequence
  FROM unnest(v_ids, v_balances, v_sequences) AS moved(id, balance, sequence)
  WHERE a.id = moved.id AND a.sequence <> moved.sequence;

  -- The sums of what client accounts received and sent (migration 0009).
  INSERT INTO ledger_totals AS s (period, currency, event, stripe, received, sent)
  SELECT p.period, v_currencies[v_accounts[k.place]], t.event, pg_backend_pid() % 16,
    sum(greatest(v_amounts[k.place], 0)), sum(greatest(-v_amounts[k.place], 0))
  FROM unnest(v_kept) AS k(place)
  JOIN ROWS FROM (jsonb_to_recordset(p_transactions) AS (event text, at timestamptz)) WITH ORDINALITY AS t(event, at, n)
    ON t.n = v_postings[k.place]
  CROSS JOIN LATERAL (VALUES (date '-infinity'), ((t.at AT TIME ZONE 'Europe/Paris')::date)) AS p(period)
  WHERE v_codes[v_accounts[k.place]] LIKE 'client:%'
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (period, currency, event, stripe)
    DO UPDATE SET received = s.received + excluded.received, sent = s.sent + excluded.sent;

  RETURN QUERY
  INSERT INTO ledger_entries AS l (account_id, sequence, transaction_id, amount, currency, balance_after)
  SELECT v_ids[v_accounts[k.place]], k.sequence, t.id, v_amounts[k.place], v_currencies[v_accounts[k.place]], k.balance
  FROM unnest(v_kept, v_kept_sequences, v_kept_balances) AS k(place, sequence, balance)
  JOIN ROWS FROM (jsonb_to_recordset(p_transactions) AS (id uuid)) WITH ORDINALITY AS t(id, n) ON t.n = v_postings[k.place]
  RETURNING l.transaction_id, l.account_id, l.sequence, l.balance_after;
END $$;
--> statement-breakpoint
DROP FUNCTION ledger_post;
