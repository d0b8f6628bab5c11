DROP INDEX "profiles_name";--> statement-breakpoint
-- What the list of clients is searched and ordered by, beside the account itself: a search walks the list in its own order without joining
-- anything, and a page's accounts are known before anything else is read (decision 0018). Both are made of the profile and the address, by
-- plain_text (migration 0003). A tab separates the last name from the first: it comes before all that plain_text leaves, so that the
-- order is by last name, then by first.
ALTER TABLE client_accounts
  ADD COLUMN words tsvector NOT NULL DEFAULT '',
  ADD COLUMN name_order text COLLATE "C" NOT NULL DEFAULT '';
--> statement-breakpoint
CREATE FUNCTION keep_client_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_user uuid;
BEGIN
  IF TG_TABLE_NAME = 'users' THEN v_user := NEW.id; ELSE v_user := NEW.user_id; END IF;
  UPDATE client_accounts a SET
    words = strip(to_tsvector('simple', plain_text(p.display_name || ' ' || u.email))),
    name_order = plain_text(p.last_name) || E'\t' || plain_text(p.first_name)
  FROM profiles p JOIN users u ON u.id = p.user_id
  WHERE a.user_id = v_user AND p.user_id = v_user;
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE client_accounts a SET
  words = strip(to_tsvector('simple', plain_text(p.display_name || ' ' || u.email))),
  name_order = plain_text(p.last_name) || E'\t' || plain_text(p.first_name)
FROM profiles p JOIN users u ON u.id = p.user_id
WHERE p.user_id = a.user_id;
--> statement-breakpoint
CREATE TRIGGER client_accounts_words AFTER INSERT ON client_accounts FOR EACH ROW EXECUTE FUNCTION keep_client_words();
--> statement-breakpoint
CREATE TRIGGER profiles_words AFTER INSERT OR UPDATE OF first_name, last_name ON profiles
FOR EACH ROW EXECUTE FUNCTION keep_client_words();
--> statement-breakpoint
CREATE TRIGGER users_words AFTER UPDATE OF email ON users
FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION keep_client_words();
--> statement-breakpoint
CREATE INDEX client_accounts_words ON client_accounts USING gin (words);
--> statement-breakpoint
CREATE INDEX client_accounts_by_name ON client_accounts (name_order, id);
--> statement-breakpoint
DROP INDEX profiles_words;
--> statement-breakpoint
DROP INDEX profiles_order;
