-- Acts of two people on receipts, statements and accounts of the house become proposals as all others (decision 0056): what was approved as executed
-- ones, what waits as ones that wait for an accountant or for who carries payments out.
INSERT INTO proposals (id, operation, input, input_hash, seen, maker_id, made_at, client_account_id, subject_id, policy_version, rule, not_by, slots, expires_at,
  status, ended_at)
SELECT moved.id, moved.operation, moved.command, encode(sha256(convert_to(moved.operation || moved.command::text, 'UTF8')), 'hex'), moved.seen,
  moved.proposed_by, moved.proposed_at, moved.client, moved.subject_id, 0,
  jsonb_build_object('above', -1, 'conditions', CASE moved.operation WHEN 'bankLines.allocate' THEN '["beyondOnePerson"]'::jsonb ELSE '[]'::jsonb END),
  moved.barred, '[["accountant", "payments"]]',
  coalesce(moved.approved_at, (date_trunc('day', now() AT TIME ZONE 'Europe/Paris') + interval '8 days') AT TIME ZONE 'Europe/Paris'),
  moved.status, CASE moved.status WHEN 'stale' THEN now() ELSE moved.approved_at END
FROM (
  SELECT a.id, a.operation, a.subject_id, a.proposed_by, a.proposed_at, a.approved_at,
    CASE a.operation WHEN 'reconciliation.explain' THEN a.input - 'differenceMinor' ELSE a.input || jsonb_build_object('id', a.subject_id) END AS command,
    CASE a.operation
      WHEN 'bankLines.allocate' THEN (SELECT jsonb_build_object('payer', l.counterparty_name, 'iban', l.counterparty_iban, 'remittance', l.remittance,
        'openMinor', l.open_amount, 'currency', l.currency) FROM bank_lines l WHERE l.id = a.subject_id)
      WHEN 'bankAccounts.adopt' THEN (SELECT jsonb_build_object('source', b.source, 'bankName', b.bank_name, 'houseIban', b.iban, 'currency', b.currency)
        FROM bank_accounts b WHERE b.id = a.subject_id)
      WHEN 'statements.release' THEN (SELECT jsonb_build_object('statementState', s.state, 'statementCode', s.code, 'statementId', s.statement_id,
        'closingMinor', s.closing, 'differenceMinor', 0, 'currency', s.currency) FROM bank_statements s WHERE s.id = a.subject_id)
      ELSE jsonb_build_object('differenceMinor', a.input -> 'differenceMinor', 'currency', a.input -> 'currency') END AS seen,
    CASE WHEN parts.count = 1 THEN parts.clients[1] END AS client,
    coalesce((SELECT jsonb_agg(DISTINCT tied.user_id) FROM (
      SELECT c.user_id FROM client_accounts c WHERE c.id = ANY (parts.clients)
      UNION SELECT k.user_id FROM declared_links k WHERE k.client_account_id = ANY (parts.clients)) tied WHERE parts.count > 1), '[]') AS barred,
    CASE WHEN a.approved_at IS NOT NULL THEN 'executed'
      -- What is posted of a statement is computed at its release, and nobody was shown it under this name.
      WHEN a.operation = 'statements.release' AND a.input ->> 'release' <> 'refuse' THEN 'stale'
      ELSE 'awaiting' END AS status
  FROM proposed_acts a
  CROSS JOIN LATERAL (SELECT count(*) AS count, array_remove(array_agg((part ->> 'accountId')::uuid), NULL) AS clients
    FROM jsonb_array_elements(CASE a.operation WHEN 'bankLines.allocate' THEN a.input -> 'parts' ELSE '[]' END) part) parts
) moved
WHERE moved.seen IS NOT NULL
ORDER BY moved.proposed_at, moved.id;
--> statement-breakpoint
-- In a demonstration one person could approve their own: that is no vote (FOUR-9).
INSERT INTO proposal_votes (proposal_id, user_id, decision, at)
SELECT id, approved_by, 'approve', approved_at FROM proposed_acts
WHERE approved_by <> proposed_by AND EXISTS (SELECT FROM proposals p WHERE p.id = proposed_acts.id);
--> statement-breakpoint
INSERT INTO reconciliation_explanations (id, currency, difference, note, explained_by, explained_at, proposal)
SELECT a.id, a.input ->> 'currency', (a.input ->> 'differenceMinor')::bigint, a.input ->> 'note', a.proposed_by, a.approved_at, 'P-' || p.number
FROM proposed_acts a LEFT JOIN proposals p ON p.id = a.id
WHERE a.operation = 'reconciliation.explain' AND a.approved_at IS NOT NULL;
--> statement-breakpoint
DROP TABLE proposed_acts;
--> statement-breakpoint
DROP FUNCTION IF EXISTS keep_approved_act();
--> statement-breakpoint
-- The right to approve is the policy's to give; roles of one's own keep the right to begin these acts.
UPDATE roles SET permissions = ARRAY(SELECT held FROM unnest(permissions) AS held WHERE held NOT IN
  ('bankAccounts.approveAdoption', 'bankLines.approveAllocation', 'statements.approveRelease', 'reconciliation.approveExplanation') ORDER BY 1)
WHERE permissions && ARRAY['bankAccounts.approveAdoption', 'bankLines.approveAllocation', 'statements.approveRelease', 'reconciliation.approveExplanation'];
