-- A session that ends closes its streams of live updates on every node (server/notifications/live.ts). The database says so itself, so that
-- it does not matter which statement took the row away: signing out, a new password, a deletion, a command of the operator.
CREATE OR REPLACE FUNCTION tell_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('guichet_live', json_build_array(json_build_object('endedSession', OLD.id))::text);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sessions_end AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_ended_session();
