-- Loans whose payout came back before such loans were frozen (0093) wait for another account as those since: no interest runs from the payout on,
-- nothing is collected, and nothing is late (LC-6).
WITH last AS (
  SELECT DISTINCT ON (w.payout_loan_id) w.payout_loan_id AS id, w.phase FROM withdrawal_requests w
  WHERE w.payout_loan_id IS NOT NULL ORDER BY w.payout_loan_id, w.created_at DESC, w.id DESC
), frozen AS (
  UPDATE loans l SET frozen = 'payout-returned', frozen_from = (l.paid_out_at AT TIME ZONE 'Europe/Paris')::date, indemnity_owed = 0
  FROM last JOIN loan_requests r ON r.id = last.id AND r.phase = 'active'
  WHERE l.id = last.id AND l.frozen IS NULL AND last.phase IN ('refused', 'bank-refused', 'returned', 'cancelled')
  RETURNING l.id, l.frozen_from
)
INSERT INTO loan_freezes (id, loan_id, kind, from_day, document, set_at, set_by)
SELECT gen_random_uuid(), id, 'payout-returned', frozen_from, 'Virement du prêt revenu', now(), '00000000-0000-8000-9000-000000000104' FROM frozen;--> statement-breakpoint
UPDATE loan_instalments SET collect_at = NULL
WHERE collect_at IS NOT NULL AND loan_id IN (SELECT id FROM loans WHERE frozen = 'payout-returned');--> statement-breakpoint
DELETE FROM loan_arrears WHERE loan_id IN (SELECT id FROM loans WHERE frozen = 'payout-returned');--> statement-breakpoint
UPDATE loan_formal_notices SET ended_on = (now() AT TIME ZONE 'Europe/Paris')::date, outcome = 'replaced'
WHERE ended_on IS NULL AND loan_id IN (SELECT id FROM loans WHERE frozen = 'payout-returned');
