-- What proposals and their votes keep whatever code asks (schema/proposals.ts; FOUR-8, FOUR-13, FOUR-20).

CREATE OR REPLACE FUNCTION keep_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a proposal is not deleted' USING ERRCODE = '42501';
  END IF;
  IF OLD.status NOT IN ('awaiting', 'emergency') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'a proposal that has ended stays as it ended' USING ERRCODE = '42501';
  END IF;
  IF jsonb_array_length(NEW.slots) < jsonb_array_length(OLD.slots) THEN
    RAISE EXCEPTION 'the approvals of a proposal only rise' USING ERRCODE = '42501';
  END IF;
  IF NEW.input IS DISTINCT FROM OLD.input AND NEW.input IS NOT NULL THEN
    RAISE EXCEPTION 'the command of a proposal is not changed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER proposals_keep BEFORE UPDATE OR DELETE ON proposals FOR EACH ROW EXECUTE FUNCTION keep_proposal();

-- Nobody votes on their own proposal, in no mode and with no right (FOUR-9).
CREATE OR REPLACE FUNCTION vote_of_another() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM proposals WHERE id = NEW.proposal_id AND maker_id = NEW.user_id) THEN
    RAISE EXCEPTION 'a proposal is voted on by others' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER proposal_votes_of_others BEFORE INSERT ON proposal_votes FOR EACH ROW EXECUTE FUNCTION vote_of_another();
