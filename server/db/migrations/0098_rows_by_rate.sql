-- A row of a policy says itself from which distance of a rate on it holds; until now the distance was 2 % for all (FOUR-1).
UPDATE "approval_policies" SET "rows" = (
  SELECT jsonb_agg(CASE WHEN r -> 'conditions' ? 'largeRateChange'
      THEN r || jsonb_build_object('rateDeviationBps', 200, 'conditions', (r -> 'conditions') - 'largeRateChange') ELSE r END ORDER BY n)
  FROM jsonb_array_elements("rows") WITH ORDINALITY AS of_policy(r, n))
WHERE "rows"::text LIKE '%"largeRateChange"%';--> statement-breakpoint
UPDATE "proposals" SET "rule" = "rule" || jsonb_build_object('rateDeviationBps', 200, 'conditions', ("rule" -> 'conditions') - 'largeRateChange')
WHERE "rule" -> 'conditions' ? 'largeRateChange';--> statement-breakpoint
-- A change of such a policy that waits can no longer be read: it is proposed again.
UPDATE "proposals" SET "status" = 'stale', "ended_at" = now()
WHERE "operation" = 'policies.change' AND "status" = 'awaiting' AND "input"::text LIKE '%"largeRateChange"%';
