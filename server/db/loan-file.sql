-- What the database refuses of a loan's file whatever the code asks for (decision 0034).

-- A confirmed sheet is frozen (LC-18), and a version stays that of its request.
CREATE OR REPLACE FUNCTION keep_dialogue_sheet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.confirmed_at IS NOT NULL OR (NEW.loan_request_id, NEW.version) IS DISTINCT FROM (OLD.loan_request_id, OLD.version) THEN
    RAISE EXCEPTION 'a confirmed dialogue sheet is not changed' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER dialogue_sheets_keep BEFORE UPDATE ON dialogue_sheets FOR EACH ROW EXECUTE FUNCTION keep_dialogue_sheet();

-- Consultations of the FICP, their proofs and what decisions were based on are written once (LC-21, LC-25). They go with their request.
CREATE OR REPLACE TRIGGER ficp_consultations_not_changed BEFORE UPDATE ON ficp_consultations
FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE OR REPLACE TRIGGER ficp_proofs_not_changed BEFORE UPDATE ON ficp_proofs
FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE OR REPLACE TRIGGER loan_decisions_not_changed BEFORE UPDATE ON loan_decisions
FOR EACH ROW EXECUTE FUNCTION is_append_only();

CREATE OR REPLACE TRIGGER ficp_proofs_file AFTER DELETE ON ficp_proofs
FOR EACH ROW EXECUTE FUNCTION delete_file_of_document();
