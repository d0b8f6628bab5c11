import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import type { LinkRelation } from '#domain/staff/declared-link.ts';
import { audit } from '../audit/audit.ts';
import { rowsOf } from '../db/database.ts';
import { announce } from '../notifications/live.ts';
import type { Work } from '../work/work.ts';
import { lockMember } from './queries.ts';

/**
 * Declares that a member of the staff is tied to a client: from then on they act on none of the client's files (STAFF-40). Declared again it takes
 * the new relation; what another declared of them, nobody writes over themselves (STAFF-21).
 * @param mayOfOthers whether the caller may declare it of a colleague.
 * @throws Refusal `request.invalid` for oneself as the client, and for a colleague without the right; `not-found`; `staff.own-access`.
 */
export async function declareLink(
  work: Work,
  link: {
    readonly clientId: string;
    readonly relation: LinkRelation;
    readonly personId?: string | undefined;
  },
  mayOfOthers: boolean,
): Promise<void> {
  const personId = link.personId ?? work.actorId;
  const invalid = (field: string) =>
    new Refusal('request.invalid', {}, [{ field, message: 'validation.invalid' }]);
  if (personId !== work.actorId && !mayOfOthers) throw invalid('personId');
  if (!(await lockMember(work.tx, personId))) throw new Refusal('not-found');
  const [client] = await rowsOf<{ user_id: string }>(
    work.tx,
    sql`select user_id from client_accounts where id = ${link.clientId}::uuid`,
  );
  if (!client) throw new Refusal('not-found');
  if (client.user_id === personId) throw invalid('clientId');
  const written = await rowsOf(
    work.tx,
    sql`insert into declared_links (user_id, client_account_id, relation, declared_by, declared_at)
      values (${personId}::uuid, ${link.clientId}::uuid, ${link.relation}, ${work.actorId}::uuid, ${work.now.toISOString()}::timestamptz)
      on conflict (user_id, client_account_id) do update
        set relation = excluded.relation, declared_by = excluded.declared_by, declared_at = excluded.declared_at
        where excluded.declared_by <> excluded.user_id or declared_links.declared_by = excluded.declared_by
      returning 1`,
  );
  if (written.length === 0) throw new Refusal('staff.own-access');
  audit(work, {
    operation: 'staff.declareLink',
    clientAccountId: link.clientId,
    subjectId: personId,
    before: null,
    after: { relation: link.relation },
  });
  await announce(work, { staff: true }, ['staff']);
}

/**
 * Takes a declared link back; never one's own (STAFF-21).
 * @throws Refusal `staff.own-access`; `not-found`.
 */
export async function removeLink(
  work: Work,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Promise<void> {
  if (id === work.actorId) throw new Refusal('staff.own-access');
  const [removed] = await rowsOf<{ relation: string }>(
    work.tx,
    sql`delete from declared_links where user_id = ${id}::uuid and client_account_id = ${clientId}::uuid returning relation`,
  );
  if (!removed) throw new Refusal('not-found');
  audit(work, {
    operation: 'staff.removeLink',
    clientAccountId: clientId,
    subjectId: id,
    before: { relation: removed.relation },
    after: null,
  });
  await announce(work, { staff: true }, ['staff']);
}
