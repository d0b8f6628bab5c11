-- FOUR-24 asks for a reason of what is contested; what is ratified needs none.
ALTER TABLE proposal_votes DROP CONSTRAINT proposal_votes_reason;--> statement-breakpoint
ALTER TABLE proposal_votes ADD CONSTRAINT proposal_votes_reason CHECK (decision IN ('approve', 'ratify') OR reason IS NOT NULL);
