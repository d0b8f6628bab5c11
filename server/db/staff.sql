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

-- Who may manage access now (STAFF-20): active people whose roles hold it, in a live institution with a second factor.
CREATE OR REPLACE FUNCTION access_managers() RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT DISTINCT h.user_id FROM user_roles h
  JOIN roles r ON r.code = h.role
  LEFT JOIN staff_members m ON m.user_id = h.user_id
  WHERE (r.holds_all OR 'staff.changeRoles' = ANY (r.permissions))
    AND coalesce(m.status, 'active') = 'active'
    AND (
      NOT EXISTS (SELECT 1 FROM bank_mode WHERE mode = 'live')
      OR EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = h.user_id AND f.activated_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = h.user_id)
    )
$$;

-- Somebody can always manage access, whatever asks: at the end of a transaction that took it from anybody there is one such person, in a live
-- institution two. It replaces the guard of the last administrator.
CREATE OR REPLACE FUNCTION keep_access_managers() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_needed int := CASE WHEN EXISTS (SELECT 1 FROM bank_mode WHERE mode = 'live') THEN 2 ELSE 1 END;
BEGIN
  -- The others are held, so that two managers who take each other's rights away do not both succeed.
  PERFORM 1 FROM user_roles h JOIN roles r ON r.code = h.role
  WHERE r.holds_all OR 'staff.changeRoles' = ANY (r.permissions) ORDER BY h.user_id, h.role FOR UPDATE OF h;
  IF (SELECT count(*) FROM access_managers()) < v_needed THEN
    RAISE EXCEPTION 'somebody must be able to manage access'
      USING ERRCODE = '23514', CONSTRAINT = 'staff_last_manager', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS user_roles_keep_an_administrator ON user_roles;

DROP FUNCTION IF EXISTS keep_an_administrator();

-- Says whether a role permits to manage access.
CREATE OR REPLACE FUNCTION manages_access(p_role text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM roles WHERE code = p_role AND (holds_all OR 'staff.changeRoles' = ANY (permissions)))
$$;

-- Says whether a person holds a role that permits to manage access.
CREATE OR REPLACE FUNCTION holds_access(p_person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM user_roles WHERE user_id = p_person AND manages_access(role))
$$;

-- Says whether a person is active: neither invited, suspended nor gone.
CREATE OR REPLACE FUNCTION is_active_member(p_person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT 1 FROM staff_members WHERE user_id = p_person AND status <> 'active')
$$;

DROP TRIGGER IF EXISTS user_roles_keep_managers ON user_roles;

CREATE CONSTRAINT TRIGGER user_roles_keep_managers AFTER DELETE OR UPDATE ON user_roles
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (manages_access(OLD.role) AND is_active_member(OLD.user_id))
EXECUTE FUNCTION keep_access_managers();

DROP TRIGGER IF EXISTS roles_keep_managers ON roles;

CREATE CONSTRAINT TRIGGER roles_keep_managers AFTER UPDATE ON roles
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN ('staff.changeRoles' = ANY (OLD.permissions) AND NOT 'staff.changeRoles' = ANY (NEW.permissions))
EXECUTE FUNCTION keep_access_managers();

DROP TRIGGER IF EXISTS staff_members_keep_managers ON staff_members;

CREATE CONSTRAINT TRIGGER staff_members_keep_managers AFTER UPDATE ON staff_members
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.status = 'active' AND NEW.status <> 'active' AND holds_access(OLD.user_id))
EXECUTE FUNCTION keep_access_managers();

-- Who has no row counts as active: a first row that says otherwise takes the right as well.
DROP TRIGGER IF EXISTS staff_members_begin_with_managers ON staff_members;

CREATE CONSTRAINT TRIGGER staff_members_begin_with_managers AFTER INSERT ON staff_members
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.status <> 'active' AND holds_access(NEW.user_id))
EXECUTE FUNCTION keep_access_managers();

-- Who removes the last second factor of a manager takes the right as well, in a live institution (STAFF-20). The operator's command that
-- gives a lost one back names itself: what it begins ends with a new one.
CREATE OR REPLACE FUNCTION keep_access_factors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM bank_mode WHERE mode = 'live')
    AND coalesce(current_setting('guichet.resets_factors', true), '') <> 'on'
    AND NOT EXISTS (SELECT 1 FROM access_managers() AS manager WHERE manager = OLD.user_id) THEN
    PERFORM 1 FROM user_roles h WHERE manages_access(h.role) ORDER BY h.user_id, h.role FOR UPDATE;
    IF (SELECT count(*) FROM access_managers()) < 2 THEN
      RAISE EXCEPTION 'somebody must be able to manage access'
        USING ERRCODE = '23514', CONSTRAINT = 'staff_last_manager', TABLE = TG_TABLE_NAME;
    END IF;
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS second_factors_keep_managers ON second_factors;

CREATE CONSTRAINT TRIGGER second_factors_keep_managers AFTER DELETE OR UPDATE OF activated_at, user_id ON second_factors
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.activated_at IS NOT NULL AND is_active_member(OLD.user_id) AND holds_access(OLD.user_id))
EXECUTE FUNCTION keep_access_factors();

DROP TRIGGER IF EXISTS passkeys_keep_managers ON passkeys;

CREATE CONSTRAINT TRIGGER passkeys_keep_managers AFTER DELETE OR UPDATE OF user_id ON passkeys
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (is_active_member(OLD.user_id) AND holds_access(OLD.user_id))
EXECUTE FUNCTION keep_access_factors();
