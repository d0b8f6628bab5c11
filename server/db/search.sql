-- Words as they are searched and ordered: no accents, no case, no punctuation, the same in every locale of the database. « Hélène
-- O'Brien-Faÿ » is « helene o brien fay ».
CREATE OR REPLACE FUNCTION plain_text(p_text text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(
    lower(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f]', '', 'g')),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+', ' ', 'g'))
$$;

-- The words of a text, an apostrophe read as a space and as nothing (Q-24); none of a text that is missing.
CREATE OR REPLACE FUNCTION searched_words(p_text text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(string_to_array(
    plain_text(regexp_replace(coalesce(p_text, ''), '[''’‘ʼ`´]', ' ', 'g')) || ' ' ||
    plain_text(regexp_replace(coalesce(p_text, ''), '[''’‘ʼ`´]', '', 'g')), ' '), '')
$$;

-- What any part of an IBAN is found by (Q-22): each four characters of it in a row, and its last four under a name of their own, which are all
-- that is compared for a reader who may not see the rest.
CREATE OR REPLACE FUNCTION iban_pieces(p_iban text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length(p_iban) >= 4 THEN
    (SELECT array_agg('~i' || substr(p_iban, n, 4)) FROM generate_series(1, length(p_iban) - 3) n) || ('~e' || right(p_iban, 4))
  ELSE '{}'::text[] END
$$;

-- What a client is found by, in the lexemes that server/db/search.ts asks for: the words of name and address, the address from the « @ » to
-- both sides (any part with an « @ » is the end of one and the beginning of the other), each end of a telephone's keys, the pieces of the IBAN.
CREATE OR REPLACE FUNCTION client_words(p_name text, p_latin_name text, p_email text, p_phone_keys text[], p_iban text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(
    searched_words(p_name) || searched_words(p_latin_name) || searched_words(p_email)
    || ARRAY['~l' || reverse(split_part(lower(p_email), '@', 1)), '~d' || split_part(lower(p_email), '@', 2)]
    || (SELECT coalesce(array_agg('~p' || substr(key, n)), '{}') FROM unnest(p_phone_keys) key, generate_series(1, length(key) - 3) n)
    || iban_pieces(p_iban))
$$;

-- What the list of clients is searched and ordered by stands on the account (decisions 0018 and 0046), made of the profile and the address. A tab
-- separates the last name from the first: it comes before all that plain_text leaves, so that the order is by last name, then by first. A plan
-- made while the tables were empty reads them whole for each row of an import: it is made without sequential scans.
CREATE OR REPLACE FUNCTION keep_client_words() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_user uuid;
BEGIN
  IF TG_TABLE_NAME = 'users' THEN v_user := NEW.id; ELSE v_user := NEW.user_id; END IF;
  UPDATE client_accounts a SET
    words = client_words(p.display_name, p.latin_name, u.email, p.phone_keys, a.iban),
    name_order = plain_text(p.last_name) || E'\t' || plain_text(p.first_name)
  FROM profiles p JOIN users u ON u.id = p.user_id
  WHERE a.user_id = v_user AND p.user_id = v_user;
  -- The lists of requests are ordered by it too (Q-7).
  IF TG_TABLE_NAME = 'profiles' AND TG_OP = 'UPDATE' THEN
    UPDATE loan_requests r SET client_order = a.name_order FROM client_accounts a
    WHERE a.user_id = v_user AND r.client_account_id = a.id AND r.client_order <> a.name_order;
    UPDATE withdrawal_requests r SET client_order = a.name_order FROM client_accounts a
    WHERE a.user_id = v_user AND r.client_account_id = a.id AND r.client_order <> a.name_order;
    UPDATE fees r SET client_order = a.name_order FROM client_accounts a
    WHERE a.user_id = v_user AND r.client_account_id = a.id AND r.client_order <> a.name_order;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER client_accounts_words AFTER INSERT OR UPDATE OF iban ON client_accounts
FOR EACH ROW EXECUTE FUNCTION keep_client_words();

CREATE OR REPLACE TRIGGER profiles_words AFTER INSERT OR UPDATE OF first_name, last_name, latin_name, phone_keys ON profiles
FOR EACH ROW EXECUTE FUNCTION keep_client_words();

CREATE OR REPLACE TRIGGER users_words AFTER UPDATE OF email ON users
FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION keep_client_words();

-- The words of requests and fees, beside those of their client: the purpose of a loan; a transfer's payee, bank and IBAN; what a fee is for. The
-- names of the triggers come after the guards of each table (`…_steps`), which compare a row with what it was.
CREATE OR REPLACE FUNCTION keep_loan_words() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.words := array_to_tsvector(searched_words(NEW.purpose));
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER loan_requests_words BEFORE INSERT OR UPDATE OF purpose ON loan_requests
FOR EACH ROW EXECUTE FUNCTION keep_loan_words();

CREATE OR REPLACE FUNCTION keep_withdrawal_words() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.words := array_to_tsvector(
    searched_words(NEW.recipient_name) || searched_words(NEW.client_bank_name) || iban_pieces(NEW.client_iban));
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_requests_words BEFORE INSERT OR UPDATE OF recipient_name, client_bank_name, client_iban ON withdrawal_requests
FOR EACH ROW EXECUTE FUNCTION keep_withdrawal_words();

CREATE OR REPLACE FUNCTION keep_fee_words() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.words := array_to_tsvector(searched_words(NEW.description));
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER fees_words BEFORE INSERT OR UPDATE OF description ON fees FOR EACH ROW EXECUTE FUNCTION keep_fee_words();

-- The name of its client by which a list of requests is ordered (Q-7): the account's, kept on the request so that a page is read in its order.
CREATE OR REPLACE FUNCTION keep_client_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.client_order := coalesce((SELECT name_order FROM client_accounts WHERE id = NEW.client_account_id), '');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER loan_requests_client_order BEFORE INSERT ON loan_requests FOR EACH ROW EXECUTE FUNCTION keep_client_order();

CREATE OR REPLACE TRIGGER withdrawal_requests_client_order BEFORE INSERT ON withdrawal_requests FOR EACH ROW EXECUTE FUNCTION keep_client_order();

CREATE OR REPLACE TRIGGER fees_client_order BEFORE INSERT ON fees FOR EACH ROW EXECUTE FUNCTION keep_client_order();
