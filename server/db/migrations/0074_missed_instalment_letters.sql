ALTER TABLE "loan_recovery_letters" DROP CONSTRAINT "loan_recovery_letters_kind";--> statement-breakpoint
ALTER TABLE "loan_recovery_letters" ADD CONSTRAINT "loan_recovery_letters_kind" CHECK (kind in ('missed-instalment', 'measures-offer', 'formal-notice', 'acceleration', 'ficp-information', 'recovery-receipt', 'interest-forfeiture')
        and length(sha256) = 64);