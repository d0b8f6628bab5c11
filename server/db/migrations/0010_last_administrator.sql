-- Somebody can always open the back office: the last administrator's role is neither taken away nor gone with its owner, whatever asks.
CREATE FUNCTION keep_an_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The others are held, so that two administrators who take each other's role away do not both succeed.
  PERFORM 1 FROM user_roles WHERE role = 'admin' AND user_id <> OLD.user_id ORDER BY user_id FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the last administrator stays'
      USING ERRCODE = '23514', CONSTRAINT = 'user_roles_last_administrator', TABLE = 'user_roles';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    RETURN NEW;
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_roles_keep_an_administrator BEFORE DELETE OR UPDATE ON user_roles
FOR EACH ROW WHEN (OLD.role = 'admin') EXECUTE FUNCTION keep_an_administrator();
