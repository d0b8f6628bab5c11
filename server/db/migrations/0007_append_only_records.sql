-- The audit trail and the notes about clients: written once, changed never, whatever the code above asks for.
CREATE FUNCTION is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
FOR EACH ROW EXECUTE FUNCTION is_append_only();
--> statement-breakpoint
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries
FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();
--> statement-breakpoint
-- What a line says of a person goes when the person is gone, and not before.
CREATE FUNCTION audit_part_may_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.person_id IS NULL
    OR EXISTS (SELECT 1 FROM users WHERE id = OLD.person_id)
    OR EXISTS (SELECT 1 FROM client_accounts WHERE id = OLD.person_id)
  THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_parts_go_with_their_person BEFORE DELETE ON audit_parts
FOR EACH ROW EXECUTE FUNCTION audit_part_may_go();
--> statement-breakpoint
CREATE TRIGGER audit_parts_not_changed BEFORE UPDATE ON audit_parts
FOR EACH ROW EXECUTE FUNCTION is_append_only();
--> statement-breakpoint
CREATE TRIGGER audit_parts_no_truncate BEFORE TRUNCATE ON audit_parts
FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();
--> statement-breakpoint
-- The head only moves forward.
CREATE FUNCTION audit_head_moves_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id <> OLD.id OR NEW.number < OLD.number OR (NEW.number = OLD.number AND NEW.hash <> OLD.hash) THEN
    RAISE EXCEPTION 'audit_head only moves forward' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_head_forward BEFORE UPDATE ON audit_head
FOR EACH ROW EXECUTE FUNCTION audit_head_moves_forward();
--> statement-breakpoint
CREATE TRIGGER audit_head_not_deleted BEFORE DELETE ON audit_head
FOR EACH ROW EXECUTE FUNCTION is_append_only();
--> statement-breakpoint
CREATE TRIGGER audit_head_no_truncate BEFORE TRUNCATE ON audit_head
FOR EACH STATEMENT EXECUTE FUNCTION is_append_only();
--> statement-breakpoint
CREATE FUNCTION client_note_may_go() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM client_accounts WHERE id = OLD.client_account_id) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER client_notes_go_with_their_client BEFORE DELETE ON client_notes
FOR EACH ROW EXECUTE FUNCTION client_note_may_go();
--> statement-breakpoint
CREATE TRIGGER client_notes_not_changed BEFORE UPDATE ON client_notes
FOR EACH ROW EXECUTE FUNCTION is_append_only();
--> statement-breakpoint
ALTER TABLE withdrawal_batches
  ADD CONSTRAINT withdrawal_batches_amounts CHECK (withdrawal_count > 0 AND total > 0),
  ADD CONSTRAINT withdrawal_batches_closed CHECK ((status = 'exported') = (closed_at IS NULL));
