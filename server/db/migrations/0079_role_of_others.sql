-- The fourth role of connections (decision 0054): what a member of the staff reads of clients who has files of their own there. Its policies are
-- made by server/db/others.sql. The house may become it, so a login that may be the house needs nothing more.
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'guichet_others') THEN
    BEGIN
      CREATE ROLE guichet_others NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END IF;
  IF NOT EXISTS (
    SELECT 1 FROM pg_auth_members WHERE roleid = 'guichet_others'::regrole AND member = 'guichet_staff'::regrole
  ) THEN
    BEGIN
      -- Without its privileges where the version can say so: the policies of the role are then not read for the house.
      IF current_setting('server_version_num')::int >= 160000 THEN
        EXECUTE 'GRANT guichet_others TO guichet_staff WITH INHERIT FALSE';
      ELSE
        GRANT guichet_others TO guichet_staff;
      END IF;
    EXCEPTION WHEN unique_violation OR internal_error THEN NULL;
    END;
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE EXCEPTION USING ERRCODE = 'insufficient_privilege', CONSTRAINT = 'guichet_roles', MESSAGE = format(
    'The database user %s may not make a role of the bank. As an administrator of PostgreSQL run once: CREATE ROLE guichet_others NOLOGIN; GRANT guichet_others TO guichet_staff; then start again.',
    quote_ident(current_user));
END $$;
