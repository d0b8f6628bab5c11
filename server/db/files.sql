-- A file goes with the one place it has: with its document, and so with the request of the document and with the client.
CREATE OR REPLACE FUNCTION delete_file_of_document() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM files WHERE id = OLD.file_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER loan_documents_file AFTER DELETE ON loan_documents
FOR EACH ROW EXECUTE FUNCTION delete_file_of_document();
