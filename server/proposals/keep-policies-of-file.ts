import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { policiesOf } from '#domain/proposals/policies-of-file.ts';
import type { Db } from '../db/database.ts';

/**
 * Writes the policies of the institution's file as versions of their own (FOUR-1). One that the staff changed on the screen is newer and stays as it
 * is; one that the file no longer names becomes the product's again. A start whose policies are those of the database writes nothing.
 */
export async function keepPoliciesOfFile(
  db: Db,
  { approvalPolicies = [] }: Pick<Institution, 'approvalPolicies'>,
  now: Date,
): Promise<void> {
  const policies = policiesOf(approvalPolicies).map(
    ({ operation, source, rows, isCumulative, expiry, emergencyUpToEurMinor }) => ({
      operation,
      source,
      rows,
      terms: { isCumulative, expiry, emergencyUpToEurMinor },
      because: approvalPolicies.find((one) => one.operation === operation)?.because?.trim() ?? null,
    }),
  );
  await db.execute(
    sql`insert into approval_policies (operation, version, rows, terms, source, because, changed_at)
      select n.operation, coalesce(l.version, 0) + 1, n.rows, n.terms, n.source, n.because, ${now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(policies)}::jsonb)
        as n(operation text, rows jsonb, terms jsonb, source text, because text)
      left join (select distinct on (operation) * from approval_policies order by operation, version desc) l
        on l.operation = n.operation
      where case when l.operation is null then n.source = 'file'
        else l.source <> 'screen' and (l.rows, l.terms, l.source, l.because) is distinct from (n.rows, n.terms, n.source, n.because) end
      on conflict (operation, version) do nothing`,
  );
}
