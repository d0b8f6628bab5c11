-- Words as they are searched and ordered: no accents, no case, no punctuation, the same in every locale of the database. « Hélène
-- O'Brien-Faÿ » is « helene o brien fay ».
CREATE OR REPLACE FUNCTION plain_text(p_text text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(
    lower(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f]', '', 'g')),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'))
$$;

-- What the list of clients is searched and ordered by stands on the account (decision 0018), made of the profile and the address. A tab
-- separates the last name from the first: it comes before all that plain_text leaves, so that the order is by last name, then by first.
CREATE OR REPLACE FUNCTION keep_client_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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

CREATE OR REPLACE TRIGGER client_accounts_words AFTER INSERT ON client_accounts FOR EACH ROW EXECUTE FUNCTION keep_client_words();

CREATE OR REPLACE TRIGGER profiles_words AFTER INSERT OR UPDATE OF first_name, last_name ON profiles
FOR EACH ROW EXECUTE FUNCTION keep_client_words();

CREATE OR REPLACE TRIGGER users_words AFTER UPDATE OF email ON users
FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION keep_client_words();
