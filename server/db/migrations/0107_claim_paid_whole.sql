-- A loan that was written off and whose claim was paid whole since is repaid (LC-85, LC-99): the receipt of the last payment says that nothing is left.
UPDATE "loans" l SET "ended_on" = paid."day" FROM (
	SELECT DISTINCT ON (loan_id) loan_id, day FROM "loan_recovery_letters" WHERE kind = 'recovery-receipt' AND (content ->> 'leftMinor')::bigint = 0
	ORDER BY loan_id, made_at DESC
) paid WHERE paid.loan_id = l.id AND l.written_off_on <= paid.day AND l.ended_on IS NULL
	AND EXISTS (SELECT FROM "loan_requests" r WHERE r.id = l.id AND r.phase = 'written_off');--> statement-breakpoint
UPDATE "loan_requests" r SET "phase" = 'repaid', "ended_at" = paid."at" FROM (
	SELECT l.id, max(t.made_at) AS at FROM "loans" l JOIN "loan_recovery_letters" t ON t.loan_id = l.id AND t.kind = 'recovery-receipt'
	WHERE l.ended_on IS NOT NULL AND l.written_off_on IS NOT NULL GROUP BY l.id
) paid WHERE paid.id = r.id AND r.phase = 'written_off';
