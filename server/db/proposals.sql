-- What proposals and their votes keep whatever code asks (schema/proposals.ts; FOUR-8, FOUR-13, FOUR-20).

CREATE OR REPLACE FUNCTION keep_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'a proposal is not deleted' USING ERRCODE = '42501';
  END IF;
  IF OLD.status NOT IN ('awaiting', 'emergency') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'a proposal that has ended stays as it ended' USING ERRCODE = '42501';
  END IF;
  IF NEW.slots <> OLD.slots AND jsonb_array_length(NEW.slots) <= jsonb_array_length(OLD.slots) THEN
    RAISE EXCEPTION 'the approvals of a proposal only rise' USING ERRCODE = '42501';
  END IF;
  -- Each slot by a person of its own (FOUR-12); votes are of others (below).
  IF OLD.status = 'awaiting' AND NEW.status = 'executed' AND jsonb_array_length(NEW.slots) >
    (SELECT count(*) FROM proposal_votes v WHERE v.proposal_id = NEW.id AND v.decision = 'approve') THEN
    RAISE EXCEPTION 'a proposal is executed by its approvals' USING ERRCODE = '42501';
  END IF;
  IF NEW.status <> OLD.status AND NEW.status IN ('ratified', 'contested')
    AND NOT EXISTS (SELECT FROM proposal_votes v WHERE v.proposal_id = NEW.id AND v.decision IN ('ratify', 'contest')) THEN
    RAISE EXCEPTION 'an emergency is reviewed by another' USING ERRCODE = '42501';
  END IF;
  IF OLD.is_beyond_limit AND NOT NEW.is_beyond_limit THEN
    RAISE EXCEPTION 'what is beyond the limit of its maker stays so' USING ERRCODE = '42501';
  END IF;
  IF NEW.input IS DISTINCT FROM OLD.input AND NEW.input IS NOT NULL THEN
    RAISE EXCEPTION 'the command of a proposal is not changed' USING ERRCODE = '42501';
  END IF;
  IF (NEW.seen <> OLD.seen AND NEW.seen <> '{}') OR (NEW.comment IS DISTINCT FROM OLD.comment AND NEW.comment IS NOT NULL) THEN
    RAISE EXCEPTION 'what the maker of a proposal saw and said is not changed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

-- They go with their client (FOUR-20).
GRANT UPDATE (seen, comment) ON proposals TO guichet_staff;
-- An act that passes its maker's limit of the day by the time of its last approval counts on who approved it (STAFF-42).
GRANT UPDATE (is_beyond_limit) ON proposals TO guichet_staff;

CREATE OR REPLACE TRIGGER proposals_keep BEFORE UPDATE OR DELETE ON proposals FOR EACH ROW EXECUTE FUNCTION keep_proposal();

-- Nobody votes on their own proposal, in no mode and with no right (FOUR-9), nor on one that they are barred from: of an offer that they made
-- (LC-49), or of their own rights (STAFF-21).
CREATE OR REPLACE FUNCTION vote_of_another() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM proposals WHERE id = NEW.proposal_id AND (maker_id = NEW.user_id OR not_by ? NEW.user_id::text)) THEN
    RAISE EXCEPTION 'a proposal is voted on by others' USING ERRCODE = '42501';
  END IF;
  IF NOT EXISTS (SELECT 1 FROM proposals WHERE id = NEW.proposal_id
    AND status = CASE WHEN NEW.decision IN ('ratify', 'contest') THEN 'emergency' ELSE 'awaiting' END) THEN
    RAISE EXCEPTION 'a vote is on what waits for it' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER proposal_votes_of_others BEFORE INSERT ON proposal_votes FOR EACH ROW EXECUTE FUNCTION vote_of_another();

-- Acts that count together over 24 hours (FOUR-6). Each carries the sums up to it, of its client and of its maker: the sum since a moment is the
-- difference of two rows. They are written by `keep_governed_acts` alone. What reads or writes them holds this lock, so that two acts at once cannot both stay below a threshold.
CREATE OR REPLACE FUNCTION lock_governed_sums(p_operation text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('governed:' || p_operation, 0))
$$;

-- The sums since a moment, of acts and of proposals that wait: to a client and by a person, in euro cents. Null where one of them has no rate.
CREATE OR REPLACE FUNCTION governed_sums(p_operation text, p_client uuid, p_maker uuid, p_since timestamptz, p_except uuid)
RETURNS TABLE (to_client bigint, by_maker bigint) LANGUAGE sql STABLE AS $$
  SELECT
    CASE WHEN EXISTS (SELECT FROM governed_acts WHERE operation = p_operation AND at > p_since AND amount_eur IS NULL
        AND client_account_id = p_client)
      OR EXISTS (SELECT FROM proposals WHERE operation = p_operation AND client_account_id = p_client AND status = 'awaiting'
        AND made_at > p_since AND id IS DISTINCT FROM p_except AND amount_eur IS NULL) THEN NULL
    ELSE coalesce((SELECT of_client FROM governed_acts WHERE operation = p_operation AND client_account_id = p_client
        ORDER BY at DESC, place DESC LIMIT 1), 0)
      - coalesce((SELECT of_client FROM governed_acts WHERE operation = p_operation AND client_account_id = p_client AND at <= p_since
        ORDER BY at DESC, place DESC LIMIT 1), 0)
      + (SELECT coalesce(sum(amount_eur), 0)::bigint FROM proposals WHERE operation = p_operation AND client_account_id = p_client
        AND status = 'awaiting' AND made_at > p_since AND id IS DISTINCT FROM p_except) END,
    CASE WHEN EXISTS (SELECT FROM governed_acts WHERE operation = p_operation AND at > p_since AND amount_eur IS NULL
        AND maker_id = p_maker)
      OR EXISTS (SELECT FROM proposals WHERE operation = p_operation AND maker_id = p_maker AND status = 'awaiting'
        AND made_at > p_since AND id IS DISTINCT FROM p_except AND amount_eur IS NULL) THEN NULL
    ELSE coalesce((SELECT of_maker FROM governed_acts WHERE operation = p_operation AND maker_id = p_maker
        ORDER BY at DESC, place DESC LIMIT 1), 0)
      - coalesce((SELECT of_maker FROM governed_acts WHERE operation = p_operation AND maker_id = p_maker AND at <= p_since
        ORDER BY at DESC, place DESC LIMIT 1), 0)
      + (SELECT coalesce(sum(amount_eur), 0)::bigint FROM proposals WHERE operation = p_operation AND maker_id = p_maker
        AND status = 'awaiting' AND made_at > p_since AND id IS DISTINCT FROM p_except) END
$$;

-- Keeps acts, one after the other: each with those before it may amount to `p_most`, if that is given. Nothing is written when one passes it meanwhile: the
-- server judges it anew under the lock and says who must approve it.
CREATE OR REPLACE FUNCTION keep_governed_acts(p_ids uuid[], p_operations text[], p_clients uuid[], p_makers uuid[], p_amounts bigint[],
  p_moments timestamptz[], p_since timestamptz[], p_most bigint[])
RETURNS void LANGUAGE plpgsql
-- A plan for the values at hand takes longer to make than to run.
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_client record;
  v_maker record;
  v_others bigint;
BEGIN
  FOR i IN 1 .. array_length(p_ids, 1) LOOP
    PERFORM lock_governed_sums(p_operations[i]);
    SELECT at, of_client AS total INTO v_client FROM governed_acts
    WHERE operation = p_operations[i] AND client_account_id = p_clients[i] ORDER BY at DESC, place DESC LIMIT 1;
    SELECT at, of_maker AS total INTO v_maker FROM governed_acts
    WHERE operation = p_operations[i] AND maker_id = p_makers[i] ORDER BY at DESC, place DESC LIMIT 1;
    -- The sums of all time are at least those of a day, and at hand; what waits or has no rate is seldom there.
    IF p_most[i] IS NOT NULL AND (greatest(v_client.total, v_maker.total, 0) + p_amounts[i] > p_most[i]
      OR EXISTS (SELECT FROM proposals WHERE operation = p_operations[i] AND status = 'awaiting')
      OR EXISTS (SELECT FROM governed_acts WHERE operation = p_operations[i] AND at > p_since[i] AND amount_eur IS NULL)) THEN
      SELECT CASE WHEN to_client IS NOT NULL AND by_maker IS NOT NULL THEN greatest(to_client, by_maker) END INTO v_others
      FROM governed_sums(p_operations[i], p_clients[i], p_makers[i], p_since[i], NULL);
      IF v_others IS NULL OR v_others + p_amounts[i] > p_most[i] THEN
        RAISE EXCEPTION 'acts of 24 hours pass the threshold together' USING ERRCODE = '23514', CONSTRAINT = 'governed_sum';
      END IF;
    END IF;
    -- Clocks of nodes differ a little: the order of the rows is the order in which they were counted.
    INSERT INTO governed_acts (id, operation, client_account_id, maker_id, amount_eur, at, of_client, of_maker)
    VALUES (p_ids[i], p_operations[i], p_clients[i], p_makers[i], p_amounts[i], greatest(p_moments[i], v_client.at, v_maker.at),
      coalesce(v_client.total, 0) + coalesce(p_amounts[i], 0), coalesce(v_maker.total, 0) + coalesce(p_amounts[i], 0));
  END LOOP;
END $$;
