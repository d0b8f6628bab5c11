-- Longer than 400 lines: the ledger is read in one sitting, what writes it and what guards it. The tables are in schema/ledger.ts, the chart of accounts and the events in
-- domain/ledger. Positive is credit, negative is debit (decision 0003).

-- The events of the ledger and the codes of the chart, as domain/ledger/events.ts and chart-of-accounts.ts have them; a test compares the two.
-- NOT VALID: what was written before stays. The house's own account of loans-receivable holds what was lent before loans had accounts.
ALTER TABLE ledger_transactions
DROP CONSTRAINT IF EXISTS ledger_transactions_event,
ADD CONSTRAINT ledger_transactions_event CHECK (event IN (
  'loan-payout', 'withdrawal-execution', 'account-credit', 'first-deposit', 'fee-settlement', 'loan-set-off', 'loan-write-off',
  'account-closure', 'loan-account-opening', 'interest-accrual', 'instalment-collection', 'early-repayment', 'loan-payoff',
  'withdrawal-right-repayment', 'indemnity-collection', 'loan-to-doubtful', 'loan-cure', 'loan-provision', 'loan-provision-release',
  'loan-recovery', 'loan-recovery-return', 'loan-remission', 'interest-forfeiture',
  'receipt-matched', 'receipt-unmatched', 'suspense-allocation', 'suspense-return-order', 'transfer-sent', 'transfer-refused-by-bank',
  'transfer-settled', 'transfer-returned', 'internal-transfer', 'bank-charges', 'outgoing-unknown', 'outgoing-justified',
  'commercial-gesture', 'correction', 'receivable-collection', 'dispute-loss', 'receivable-loss', 'reversal', 'settlement-adoption',
  'direct-debit-settled', 'direct-debit-returned'
)) NOT VALID;

ALTER TABLE ledger_accounts
DROP CONSTRAINT IF EXISTS ledger_accounts_chart,
ADD CONSTRAINT ledger_accounts_chart CHECK ((holder_kind, chart_code) IN (
  ('client', 'clients'),
  ('loan', 'loans-receivable'), ('loan', 'interest-receivable'), ('loan', 'loans-doubtful'), ('loan', 'loan-provisions'),
  ('house', 'settlement'), ('house', 'fee-income'), ('house', 'exchange-position'), ('house', 'loan-losses'), ('house', 'unclaimed-funds'),
  ('house', 'interest-income'), ('house', 'late-interest-income'), ('house', 'indemnity-income'), ('house', 'recoveries-income'),
  ('house', 'payments-in-transit'), ('house', 'incoming-suspense'), ('house', 'outgoing-suspense'), ('house', 'cash'),
  ('house', 'bank-charges'), ('house', 'commercial-gestures'), ('house', 'client-receivables'), ('house', 'reconciliation-differences'),
  ('house', 'direct-debit-clearing'), ('house', 'payment-losses'), ('house', 'loans-receivable')
)) NOT VALID;

-- Which events a later transaction may reverse (PAY-52), as domain/ledger/events.ts has them.
CREATE OR REPLACE FUNCTION ledger_is_reversible(p_event text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_event IN (
    'withdrawal-execution', 'account-credit', 'first-deposit', 'fee-settlement', 'suspense-allocation', 'suspense-return-order',
    'internal-transfer', 'outgoing-justified', 'commercial-gesture', 'correction', 'receivable-collection',
    'dispute-loss', 'receivable-loss'
  )
$$;

-- The events that a line of our bank's statement causes (PAY-19), as domain/ledger/payment-events.ts has them.
CREATE OR REPLACE FUNCTION ledger_is_of_bank_line(p_event text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_event IN (
    'receipt-matched', 'receipt-unmatched', 'transfer-settled', 'transfer-returned', 'bank-charges', 'outgoing-unknown',
    'settlement-adoption', 'direct-debit-settled', 'direct-debit-returned'
  )
$$;

-- How far from zero an account may be, in minor units. Numbers are exact up to 2^53, about 9 * 10^15. What the house holds of a code may reach
-- a ninth of it over its sixteen stripes, so that what all clients of a currency hold, which is what the other codes hold with the other
-- sign, stays exact as well.
CREATE OR REPLACE FUNCTION ledger_ceiling(p_kind text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_kind WHEN 'house' THEN 62500000000000 ELSE 10000000000000 END
$$;

-- The id of an account: a client's is its own; a loan's and the house's are made of what they are, so that two callers who open one at the
-- same moment make the same.
CREATE OR REPLACE FUNCTION ledger_account_id(p_kind text, p_holder uuid, p_code text, p_currency text, p_stripe int) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_kind = 'client' THEN p_holder
    WHEN p_kind = 'loan' THEN md5('loan:' || p_holder::text || ':' || p_code || ':' || p_currency)::uuid
    WHEN p_stripe = 0 THEN md5('house:' || p_code || ':' || p_currency)::uuid
    ELSE md5('house:' || p_code || ':' || p_currency || ':' || p_stripe::text)::uuid
  END
$$;

-- Which of some postings are refused when they are judged in their order, each against what those before it left: one that would bring an account
-- below its floor, or further from zero than an account may be, is left out, alone. The accounts are locked by the caller. One row for each
-- refused posting, with the account that refuses it and why.
CREATE OR REPLACE FUNCTION ledger_refusals(p_events text[], p_postings int[], p_accounts uuid[], p_amounts bigint[])
RETURNS TABLE (posting int, account_id uuid, refusal text) LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  -- The accounts, and the place of each among them by its id.
  v_ids uuid[]; v_balances bigint[]; v_floors bigint[]; v_ceilings bigint[]; v_places jsonb;
  v_count int := cardinality(p_postings); v_first int := 1; v_last int; v_account int; v_after bigint; v_refusal text; v_refuser uuid;
BEGIN
  SELECT array_agg(a.id), array_agg(a.balance), array_agg(a.floor), array_agg(ledger_ceiling(a.holder_kind)), jsonb_object_agg(a.id, a.place)
  INTO v_ids, v_balances, v_floors, v_ceilings, v_places
  FROM (SELECT *, row_number() OVER () AS place FROM ledger_accounts WHERE id = ANY (p_accounts)) a;
  WHILE v_first <= v_count LOOP
    v_last := v_first;
    v_refusal := NULL;
    LOOP
      v_account := (v_places ->> p_accounts[v_last]::text)::int;
      v_after := v_balances[v_account] + p_amounts[v_last];
      IF v_refusal IS NULL THEN
        IF v_after < v_floors[v_account] THEN
          v_refusal := 'too-low';
        -- What a deleted client leaves is in the books already.
        ELSIF abs(v_after) > v_ceilings[v_account] AND abs(v_after) > abs(v_balances[v_account])
          AND p_events[p_postings[v_last]] <> 'account-closure' THEN
          v_refusal := 'too-high';
        END IF;
        v_refuser := p_accounts[v_last];
      END IF;
      EXIT WHEN v_last = v_count OR p_postings[v_last + 1] <> p_postings[v_first];
      v_last := v_last + 1;
    END LOOP;
    IF v_refusal IS NULL THEN
      FOR n IN v_first .. v_last LOOP
        v_account := (v_places ->> p_accounts[n]::text)::int;
        v_balances[v_account] := v_balances[v_account] + p_amounts[n];
      END LOOP;
    ELSE
      posting := p_postings[v_first];
      account_id := v_refuser;
      refusal := v_refusal;
      RETURN NEXT;
    END IF;
    v_first := v_last + 1;
  END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION ledger_refusals FROM PUBLIC;

-- Posts many transactions in one round trip and one lock of their accounts. Accounts are locked in order of id (docs/lock-order.md), so that
-- two callers never wait for each other in a circle; of the house's each connection of the database has a stripe of its own, as far as
-- there are stripes, and the lines of a statement, which one long transaction posts, have one that no other posting waits for. The
-- numbers and balances of all entries are computed at once; only where an account would leave its bounds are the postings judged one by one
-- (ledger_refusals). A refused posting has one row, which says why and has no number. Accounts of the house and of loans are opened at
-- their first use.
-- The first nine lists have one element for each transaction: no value day stands for the booking day, the day in the house's legal time; a
-- document says what the posting rests on (domain/ledger/document.ts), an approver is the second person of an act of two.
-- The last five have one element for each entry, with its transaction's place from 1, the entries of a transaction together and one for
-- each of its accounts. A holder is the ledger account of a client, a loan, or null for the house.
CREATE OR REPLACE FUNCTION ledger_post_all(
  p_ids uuid[], p_events text[], p_causes uuid[], p_authors uuid[], p_times timestamptz[], p_value_days date[], p_reverses uuid[],
  p_documents jsonb[], p_approvers uuid[],
  p_postings int[], p_codes text[], p_holder_kinds text[], p_holders uuid[], p_currencies text[], p_amounts bigint[]
) RETURNS TABLE (transaction_id uuid, account_id uuid, sequence bigint, balance_after bigint, refusal text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
-- A plan for the lists at hand would hold them as constants: it takes longer to make than to run.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_stripe int := coalesce(nullif(current_setting('guichet.stripe', true), '')::int, pg_backend_pid() % 16); v_count int := cardinality(p_postings);
  -- The account of each entry, by id.
  v_named uuid[];
  -- The accounts as they are before the postings. A list for each column: a list of rows would be written and read as text.
  v_ids uuid[]; v_codes text[]; v_currencies text[]; v_kinds text[]; v_held bigint[]; v_numbers bigint[]; v_floors bigint[];
  -- The entries to be written: their places among those asked for, with their numbers and balances.
  v_places int[]; v_sequences bigint[]; v_balances bigint[];
  v_found int; v_is_refused boolean;
  -- The postings that are left out, by their place, with the account that refused and why.
  v_refused int[] := '{}'; v_refused_by uuid[]; v_refusals text[];
BEGIN
  SELECT array_agg(ledger_account_id(e.kind, e.holder, e.code, e.currency, v_stripe) ORDER BY e.place) INTO v_named
  FROM unnest(p_holder_kinds, p_holders, p_codes, p_currencies) WITH ORDINALITY AS e(kind, holder, code, currency, place);

  IF EXISTS (
    SELECT FROM unnest(v_named, p_holder_kinds) AS n(id, kind) WHERE n.kind <> 'client' AND NOT EXISTS (SELECT FROM ledger_accounts a WHERE a.id = n.id)
  ) THEN
    INSERT INTO ledger_accounts (id, chart_code, holder_kind, holder_id, currency, stripe)
    SELECT DISTINCT n.id, n.code, n.kind, coalesce(n.holder, '00000000-0000-0000-0000-000000000000'), n.currency,
      CASE n.kind WHEN 'house' THEN v_stripe ELSE 0 END
    FROM unnest(v_named, p_codes, p_holder_kinds, p_holders, p_currencies) AS n(id, code, kind, holder, currency)
    WHERE n.kind <> 'client' AND NOT EXISTS (SELECT FROM ledger_accounts a WHERE a.id = n.id)
    ORDER BY 1
    -- Without naming a key: a concurrent insert may conflict on either of the two.
    ON CONFLICT DO NOTHING;
  END IF;

  SELECT array_agg(a.id), array_agg(a.chart_code), array_agg(a.currency), array_agg(a.holder_kind), array_agg(a.balance), array_agg(a.sequence),
    array_agg(a.floor)
  INTO v_ids, v_codes, v_currencies, v_kinds, v_held, v_numbers, v_floors
  FROM (SELECT * FROM ledger_accounts WHERE id = ANY (v_named) ORDER BY id FOR UPDATE) a;

  LOOP
    -- What an account held and its entries stand together, so that its numbers and balances are one running count and sum. An entry that names
    -- another code or currency than its account stands alone and has no number.
    SELECT array_agg(j.place ORDER BY j.place), array_agg(j.sequence ORDER BY j.place), array_agg(j.after ORDER BY j.place), count(*),
      coalesce(bool_or(
        j.after < j.floor
        OR (abs(j.after) > j.ceiling AND abs(j.after) > abs(j.after - j.amount) AND p_events[j.posting] <> 'account-closure')), false)
    INTO v_places, v_sequences, v_balances, v_found, v_is_refused
    FROM (
      SELECT l.place, l.posting, l.amount, first_value(l.floor) OVER earlier AS floor, first_value(l.ceiling) OVER earlier AS ceiling,
        (sum(l.amount) OVER earlier)::bigint AS after, first_value(l.sequence) OVER earlier + row_number() OVER earlier - 1 AS sequence
      FROM (
        SELECT a.id, a.code, a.currency, 0 AS place, NULL::int AS posting, a.held AS amount, a.floor, ledger_ceiling(a.kind) AS ceiling, a.sequence
        FROM unnest(v_ids, v_codes, v_currencies, v_kinds, v_held, v_numbers, v_floors) AS a(id, code, currency, kind, held, sequence, floor)
        UNION ALL
        SELECT e.id, e.code, e.currency, e.place, e.posting, e.amount, NULL, NULL, NULL
        FROM unnest(v_named, p_codes, p_currencies, p_postings, p_amounts) WITH ORDINALITY AS e(id, code, currency, posting, amount, place)
        WHERE e.posting <> ALL (v_refused)
      ) l
      WINDOW earlier AS (PARTITION BY l.id, l.code, l.currency ORDER BY l.place ROWS UNBOUNDED PRECEDING)
    ) j
    WHERE j.place > 0 AND j.sequence IS NOT NULL;
    IF v_refused_by IS NULL AND v_found <> v_count THEN
      RAISE EXCEPTION 'ledger: % of % entries found their account', v_found, v_count USING ERRCODE = 'P0002';
    END IF;
    EXIT WHEN NOT v_is_refused;
    IF v_refused_by IS NOT NULL THEN
      RAISE EXCEPTION 'ledger: what is left after refusals still leaves the bounds of its accounts';
    END IF;
    SELECT array_agg(r.posting), array_agg(r.account_id), array_agg(r.refusal) INTO v_refused, v_refused_by, v_refusals
    FROM ledger_refusals(p_events, p_postings, v_named, p_amounts) r;
  END LOOP;

  INSERT INTO ledger_transactions (id, event, cause_id, author_id, occurred_at, booking_day, value_day, reverses, document, approved_by)
  SELECT t.id, t.event, t.cause, t.author, t.at, d.day, coalesce(t.value_day, d.day), t.reverses,
    t.document, t.approver
  FROM unnest(p_ids, p_events, p_causes, p_authors, p_times, p_value_days, p_reverses, p_documents, p_approvers) WITH ORDINALITY
    AS t(id, event, cause, author, at, value_day, reverses, document, approver, place)
  CROSS JOIN LATERAL (SELECT (t.at AT TIME ZONE 'Europe/Paris')::date) AS d(day)
  WHERE t.place <> ALL (v_refused)
  ORDER BY t.place;

  RETURN QUERY
  INSERT INTO ledger_entries AS l (account_id, sequence, transaction_id, amount, currency, balance_after)
  SELECT v_named[k.place], k.sequence, p_ids[p_postings[k.place]], p_amounts[k.place], p_currencies[k.place], k.balance
  FROM unnest(v_places, v_sequences, v_balances) AS k(place, sequence, balance)
  RETURNING l.transaction_id, l.account_id, l.sequence, l.balance_after, NULL::text;

  IF v_refused_by IS NOT NULL THEN
    RETURN QUERY
    SELECT p_ids[r.posting], r.account, NULL::bigint, NULL::bigint, r.why FROM unnest(v_refused, v_refused_by, v_refusals) AS r(posting, account, why);
  END IF;

  UPDATE ledger_accounts a SET balance = a.balance + moved.amount, sequence = a.sequence + moved.entries
  FROM (
    SELECT v_named[k.place] AS id, sum(p_amounts[k.place])::bigint AS amount, count(*) AS entries FROM unnest(v_places) AS k(place) GROUP BY 1
  ) moved
  WHERE a.id = moved.id;

  -- The sums of each code, by booking day and since the beginning (schema/ledger.ts, `ledgerTotals`). Last, so that a posting that waits for an
  -- account holds no sum meanwhile.
  INSERT INTO ledger_totals AS s (period, chart_code, currency, event, stripe, credit, debit)
  SELECT p.period, m.code, m.currency, m.event, v_stripe, sum(m.credit), sum(m.debit)
  FROM (
    SELECT p_codes[k.place] AS code, p_currencies[k.place] AS currency, p_events[p_postings[k.place]] AS event, p_times[p_postings[k.place]] AS at,
      sum(greatest(p_amounts[k.place], 0)) AS credit, sum(greatest(-p_amounts[k.place], 0)) AS debit
    FROM unnest(v_places) AS k(place) GROUP BY 1, 2, 3, 4
  ) m
  CROSS JOIN LATERAL (VALUES (date '-infinity'), ((m.at AT TIME ZONE 'Europe/Paris')::date)) AS p(period)
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (period, chart_code, currency, event, stripe)
    DO UPDATE SET credit = s.credit + excluded.credit, debit = s.debit + excluded.debit;
END $$;

REVOKE EXECUTE ON FUNCTION ledger_post_all FROM PUBLIC;

GRANT EXECUTE ON FUNCTION ledger_post_all TO guichet_staff;

-- Fails a transaction of which a posting was refused, where its caller does not look at the answer before the commit.
CREATE OR REPLACE FUNCTION ledger_require_posted(p_refusal text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_refusal IS NOT NULL THEN
    RAISE EXCEPTION 'ledger: a posting was refused' USING ERRCODE = '23514', CONSTRAINT = 'ledger_' || replace(p_refusal, '-', '_');
  END IF;
END $$;

-- The code on which a reversal gives back what a posting brought to an account: suspense for what a matched receipt brought to settlement
-- (PAY-53), the same code otherwise.
CREATE OR REPLACE FUNCTION ledger_code_of_reversal(p_event text, p_code text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_event = 'receipt-matched' AND p_code = 'settlement' THEN 'incoming-suspense' ELSE p_code END
$$;

-- Whether a transaction negates another exactly: what each holder's accounts of a code and currency got is given back. The house may have used
-- another stripe. What is reversed is of an event that can be, and no reversal itself. Of a receipt the client's side alone is taken back: our
-- bank's line is a fact, so what settlement got waits in suspense (PAY-53). The collection of an instalment is taken back where a direct debit
-- paid it (PAY-72), the loss of a loan where it is lost no more, since its payout came back (LC-6).
CREATE OR REPLACE FUNCTION ledger_negates(p_reversal uuid, p_original uuid) RETURNS boolean LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT EXISTS (SELECT 1 FROM ledger_transactions WHERE id = p_original AND reverses IS NULL
      AND (ledger_is_reversible(event) OR event = 'receipt-matched' OR (event = 'instalment-collection' AND EXISTS (
        SELECT 1 FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
        WHERE e.transaction_id = p_original AND a.chart_code = 'direct-debit-clearing'))
        OR (event = 'loan-write-off' AND EXISTS (SELECT 1 FROM loan_requests r WHERE r.id = cause_id AND r.phase IN ('active', 'retracting')))))
    AND NOT EXISTS (
      SELECT 1 FROM ledger_entries e
      JOIN ledger_accounts a ON a.id = e.account_id
      JOIN ledger_transactions t ON t.id = e.transaction_id
      WHERE e.transaction_id IN (p_reversal, p_original)
      GROUP BY ledger_code_of_reversal(t.event, a.chart_code), a.holder_kind, a.holder_id, a.currency
      HAVING sum(e.amount) <> 0 OR count(DISTINCT e.transaction_id) <> 2
    )
$$;

-- Locks all that the house holds at its bank in a currency and answers how much it is, for the moment at which its account begins to be
-- kept by statements (PAY-19): whatever posting was under way has ended then, and a later one reads who keeps the account.
CREATE OR REPLACE FUNCTION ledger_lock_settlement(p_currency text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO ledger_accounts (id, chart_code, holder_kind, holder_id, currency, stripe)
  SELECT ledger_account_id('house', NULL, 'settlement', p_currency, stripe), 'settlement', 'house', '00000000-0000-0000-0000-000000000000',
    p_currency, stripe
  FROM generate_series(0, 16) AS stripe
  ORDER BY 1
  ON CONFLICT DO NOTHING;
  PERFORM 1 FROM ledger_accounts
  WHERE holder_id = '00000000-0000-0000-0000-000000000000' AND chart_code = 'settlement' AND currency = p_currency AND holder_kind = 'house'
  ORDER BY id FOR UPDATE;
  RETURN (
    SELECT sum(balance) FROM ledger_accounts
    WHERE holder_id = '00000000-0000-0000-0000-000000000000' AND chart_code = 'settlement' AND currency = p_currency AND holder_kind = 'house'
  );
END $$;

REVOKE EXECUTE ON FUNCTION ledger_lock_settlement FROM PUBLIC;

GRANT EXECUTE ON FUNCTION ledger_lock_settlement TO guichet_staff;

-- The entries of a transaction sum to zero in each currency; each continues its account without a gap; its account is of its currency.
-- A reversal negates what it reverses. Once an account at our bank is kept by its statements, only their lines touch settlement. Entries of one
-- account that are written together are compared with each other; the first of them with what was there.
CREATE OR REPLACE FUNCTION ledger_entries_hold() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_fault record;
BEGIN
  SELECT w.transaction_id, w.is_balanced, t.id AS posting, t.reverses INTO v_fault
  FROM (
    SELECT transaction_id, bool_and(amount = 0) AS is_balanced
    FROM (SELECT transaction_id, sum(amount) AS amount FROM written GROUP BY transaction_id, currency) s GROUP BY transaction_id
  ) w
  LEFT JOIN ledger_transactions t ON t.id = w.transaction_id
  WHERE NOT w.is_balanced OR t.id IS NULL OR (t.reverses IS NOT NULL AND NOT ledger_negates(t.id, t.reverses))
  LIMIT 1;
  IF FOUND AND NOT v_fault.is_balanced THEN
    RAISE EXCEPTION 'ledger: transaction % does not sum to zero', v_fault.transaction_id USING ERRCODE = '23514';
  ELSIF FOUND AND v_fault.posting IS NULL THEN
    RAISE EXCEPTION 'ledger: transaction % does not exist', v_fault.transaction_id USING ERRCODE = '23503';
  ELSIF FOUND THEN
    RAISE EXCEPTION 'ledger: transaction % does not negate %', v_fault.transaction_id, v_fault.reverses USING ERRCODE = '23514';
  END IF;
  -- PAY-19: people enter what happens at our bank until an account there is kept by its statements.
  IF EXISTS (SELECT 1 FROM bank_accounts WHERE source = 'statements') THEN
    SELECT t.event INTO v_fault
    FROM written w
    JOIN ledger_accounts a ON a.id = w.account_id AND a.chart_code = 'settlement'
    JOIN ledger_transactions t ON t.id = w.transaction_id
    WHERE NOT (ledger_is_of_bank_line(t.event) AND t.document IS NOT NULL)
      AND EXISTS (SELECT 1 FROM bank_accounts b WHERE b.currency = a.currency AND b.source = 'statements')
    LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'ledger: only lines of the bank touch settlement, and not %', v_fault.event
        USING ERRCODE = '23514', CONSTRAINT = 'ledger_settlement_by_statements';
    END IF;
  END IF;
  SELECT w.account_id, w.sequence, w.currency INTO v_fault
  FROM (
    SELECT account_id, sequence, currency, amount, balance_after, lag(sequence) OVER earlier AS sequence_before,
      lag(balance_after) OVER earlier AS balance_before, lag(currency) OVER earlier AS currency_before
    FROM written WINDOW earlier AS (PARTITION BY account_id ORDER BY sequence)
  ) w
  WHERE CASE
    WHEN w.sequence_before = w.sequence - 1 AND w.currency_before = w.currency THEN w.balance_before + w.amount <> w.balance_after
    -- The entry before is of the account's currency, which does not change.
    WHEN w.sequence > 1 THEN NOT EXISTS (
      SELECT 1 FROM ledger_entries e WHERE e.account_id = w.account_id AND e.sequence = w.sequence - 1
        AND e.currency = w.currency AND e.balance_after + w.amount = w.balance_after)
    ELSE w.amount <> w.balance_after
      OR (SELECT a.currency FROM ledger_accounts a WHERE a.id = w.account_id) IS DISTINCT FROM w.currency
    END
  LIMIT 1;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM ledger_accounts a WHERE a.id = v_fault.account_id AND a.currency = v_fault.currency) THEN
    RAISE EXCEPTION 'ledger: account % does not exist in the currency of entry %', v_fault.account_id, v_fault.sequence USING ERRCODE = '23503';
  END IF;
  RAISE EXCEPTION 'ledger: entry % of account % does not continue it', v_fault.sequence, v_fault.account_id USING ERRCODE = '23514';
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
  IF (NEW.id, NEW.chart_code, NEW.holder_kind, NEW.holder_id, NEW.currency, NEW.stripe)
    IS DISTINCT FROM (OLD.id, OLD.chart_code, OLD.holder_kind, OLD.holder_id, OLD.currency, OLD.stripe)
  THEN
    RAISE EXCEPTION 'ledger: the identity of an account is fixed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER ledger_accounts_identity BEFORE UPDATE OF id, chart_code, holder_kind, holder_id, currency, stripe
ON ledger_accounts
FOR EACH ROW EXECUTE FUNCTION ledger_account_identity_is_fixed();

-- A client's line is the entry of their account: same transaction, number, amount, balance and value day.
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
      AND (SELECT t.value_day FROM ledger_transactions t WHERE t.id = e.transaction_id) = w.value_day
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
