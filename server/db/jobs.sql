-- Fails a transaction of a job whose occurrence another process took over (server/jobs/queries.ts).
CREATE OR REPLACE FUNCTION job_require_claim(p_is_kept boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT p_is_kept THEN
    RAISE EXCEPTION 'the occurrence of a job was taken over by another node' USING ERRCODE = '23514', CONSTRAINT = 'job_runs_claim';
  END IF;
END $$;
