-- What the database refuses of roles, whatever code asks (decision 0040).

-- The system's role stays as it is, and nobody changes a role that they hold: nobody raises themselves (STAFF-7, STAFF-21).
CREATE OR REPLACE FUNCTION keep_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.holds_all THEN
    RAISE EXCEPTION 'the role with all permissions is not changed' USING ERRCODE = '42501';
  END IF;
  IF NEW.changed_by IS NOT NULL
    AND EXISTS (SELECT 1 FROM user_roles WHERE user_id = NEW.changed_by AND role = NEW.code) THEN
    RAISE EXCEPTION 'nobody changes a role that they hold' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER roles_keep BEFORE INSERT OR UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION keep_role();
