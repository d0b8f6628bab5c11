ALTER TABLE files DROP CONSTRAINT files_media_type;
--> statement-breakpoint
-- What a bank sends belongs to the house; what people upload is one of the three kinds of document, as before.
ALTER TABLE files ADD CONSTRAINT files_media_type CHECK (
  CASE WHEN person_id IS NULL THEN media_type = 'application/xml' ELSE media_type IN ('application/pdf', 'image/jpeg', 'image/png') END
);
--> statement-breakpoint
-- The second wall (decision 0015): no client reads what a bank sent. The facts of a bank are written once; what was read of a file that is
-- not read to its end yet may be read anew.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['bank_files', 'bank_statements', 'bank_lines'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY staff ON %I TO guichet_staff USING (true) WITH CHECK (true)', v_table);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO guichet_staff', v_table);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT UPDATE (state, code, detail, kind, version, message_id, created_at, report, read_bytes, entry_count, claim, claimed_until, ended_at)
ON bank_files TO guichet_staff;
--> statement-breakpoint
GRANT DELETE,
  UPDATE (opening_type, opening, closing, day, is_last_page, merged_into, booked_count, credit_sum, debit_sum, other_count, content_sha256,
    state, code, difference, related_id, posted_number, decided_at, released_by)
ON bank_statements TO guichet_staff;
--> statement-breakpoint
GRANT DELETE, UPDATE (statement_id, position, phase, reason) ON bank_lines TO guichet_staff;
--> statement-breakpoint
CREATE POLICY unread ON bank_statements AS RESTRICTIVE FOR DELETE TO guichet_staff USING (state = 'reading');
--> statement-breakpoint
CREATE POLICY unread ON bank_lines AS RESTRICTIVE FOR DELETE TO guichet_staff
USING (EXISTS (SELECT FROM bank_statements s WHERE s.id = bank_lines.statement_id AND s.state = 'reading'));
