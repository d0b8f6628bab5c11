CREATE TABLE "legal_parameters" (
	"key" text NOT NULL,
	"from" date NOT NULL,
	"value" jsonb NOT NULL,
	"source" text NOT NULL,
	"verified" text NOT NULL,
	CONSTRAINT "legal_parameters_key_from_pk" PRIMARY KEY("key","from")
);
--> statement-breakpoint
ALTER TABLE legal_parameters
  ADD CONSTRAINT legal_parameters_verified CHECK (verified IN ('text-read', 'secondary-source', 'memory', 'decision'));
--> statement-breakpoint
-- Published law and the house's own limits: everybody's rules need them, and a migration alone adds to them.
GRANT SELECT ON legal_parameters TO guichet_staff, guichet_client;
--> statement-breakpoint
-- The most that each operation may move, in minor units by currency. The house decides in whole euros; the other currencies have about as
-- much, in a round figure: `scale` is somewhat more than one euro buys.
INSERT INTO legal_parameters (key, "from", value, source, verified)
SELECT m.key, '1900-01-01', jsonb_object_agg(c.code, (m.euros * c.scale * power(10, c.exponent))::bigint), m.source, 'decision'
FROM (VALUES
  ('maximum.credit', 1000000, 'Décision de l’établissement : un crédit manuel'),
  ('maximum.first-deposit', 100000, 'Décision de l’établissement : un premier versement'),
  ('maximum.fee', 10000, 'Décision de l’établissement : des frais'),
  ('maximum.transfer', 1000000, 'Décision de l’établissement : un virement'),
  ('maximum.loan', 100000, 'Décision de l’établissement, au plus le plafond du crédit à la consommation (C. conso. L312-1 et L312-4)')
) AS m(key, euros, source)
CROSS JOIN (VALUES
  ('EUR', 1, 2), ('USD', 1.5, 2), ('GBP', 1, 2), ('CHF', 1, 2), ('CAD', 2, 2), ('AUD', 2, 2), ('JPY', 200, 0), ('CNY', 10, 2),
  ('SEK', 15, 2), ('NOK', 15, 2), ('DKK', 10, 2), ('PLN', 5, 2), ('CZK', 30, 2), ('HUF', 500, 2), ('RUB', 150, 2), ('TRY', 60, 2),
  ('ZAR', 25, 2), ('BRL', 8, 2), ('MXN', 25, 2), ('KRW', 2000, 0), ('SGD', 2, 2), ('NZD', 2.5, 2), ('INR', 125, 2), ('THB', 50, 2)
) AS c(code, scale, exponent)
GROUP BY m.key, m.source;
--> statement-breakpoint
INSERT INTO legal_parameters (key, "from", value, source, verified)
VALUES ('rates.change-factor', '1900-01-01', '"1.25"', 'Décision de l’établissement : un cours qui change davantage est confirmé une seconde fois', 'decision');
--> statement-breakpoint
-- No currency of ours is worth more than ten euros or less than a thousandth of a cent. NOT VALID: a rate that was taken before this rule stays
-- until it is corrected.
ALTER TABLE currency_rates ADD CONSTRAINT currency_rates_bounds CHECK (eur_to_local_rate BETWEEN 0.1 AND 100000) NOT VALID;
--> statement-breakpoint
-- How far from zero an account may be, in minor units. Numbers are exact up to 2^53, about 9 * 10^15: an account of the house may hold a ninth
-- of it, so that what all clients of a currency hold, which is what the house's accounts hold with the other sign, stays exact as well.
CREATE FUNCTION ledger_ceiling(p_kind text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_kind WHEN 'client' THEN 10000000000000 ELSE 1000000000000000 END
$$;
--> statement-breakpoint
DROP FUNCTION ledger_post_all;
--> statement-breakpoint
-- Posts many transactions in one round trip and one lock of their accounts. Accounts are locked in order of id, so that two callers never
-- wait for each other in a circle. Then each posting is judged in its order against what those before it left: one that would bring an
-- account below its floor, or further from zero than an account may be, is left out, alone: it has one row, which says why and has no
-- number. House accounts are opened at their first use.
-- The first five lists have one element for each transaction; the last four one for each entry, with its transaction's place from 1, the
-- entries of a transaction together and one for each of its accounts.
CREATE FUNCTION ledger_post_all(
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

  -- The sums of what client accounts received and sent (migration 0009).
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
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION ledger_post_all FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION ledger_post_all TO guichet_staff;
