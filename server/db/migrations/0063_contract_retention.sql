-- Contracts are kept some years after their end (LC-107): from now on every end is written in the request.
INSERT INTO legal_parameters (key, "from", value, source, verified) VALUES
  ('retention.contract-years', '1900-01-01', '5', 'Prescription de droit commun, C. civ. 2224 ; CMF L561-12 (LC-107)', 'secondary-source');
--> statement-breakpoint
UPDATE loan_requests r SET ended_at = ((l.ended_on + 1)::timestamp AT TIME ZONE 'Europe/Paris')
FROM loans l WHERE l.id = r.id AND r.phase = 'repaid' AND l.ended_on IS NOT NULL AND r.ended_at IS NULL;
--> statement-breakpoint
UPDATE loan_requests r SET ended_at = coalesce(c.returned_at, c.withdrawn_at)
FROM loan_contracts c WHERE c.id = r.id AND r.phase = 'retracted' AND r.ended_at IS NULL;
--> statement-breakpoint
UPDATE loan_requests r SET ended_at = ((c.agreement_last_day + 1)::timestamp AT TIME ZONE 'Europe/Paris')
FROM loan_contracts c WHERE c.id = r.id AND r.phase = 'lapsed' AND r.ended_at IS NULL;
