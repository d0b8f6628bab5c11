-- A refusal keeps the code of its reason and the note that was typed; its sentence is made when it is read. Sentences of earlier refusals
-- stay where they are. A client's request comes without either.
ALTER TABLE "withdrawal_requests" ADD COLUMN "reason_note" text;
--> statement-breakpoint
ALTER POLICY undecided ON withdrawal_requests
WITH CHECK (processed_at IS NULL AND reason_code IS NULL AND reason_note IS NULL AND failure_reason IS NULL);
