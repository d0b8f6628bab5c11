import { sql } from 'drizzle-orm';
import { APPROVED_EXPORT_HOURS, MAX_EXPORTED_ALONE } from '#domain/desk/export.ts';
import { FIELD_PERMISSIONS } from '#domain/operations.ts';
import { type Db, rowsOf } from '../db/database.ts';
import type { Governed } from '../work/governed.ts';
import { fingerprintOf } from '../work/idempotency-keys.ts';
import { askList, type ListAsked } from './list-question.ts';

/**
 * Says whether a person may take out this file alone whatever its length: others have approved exactly this one lately, or the person reads no
 * more than the files assigned to them (STAFF-41).
 */
async function isFreeFor(tx: Db, makerId: string, input: ListAsked, now: Date): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select 1 from proposals where operation = 'lists.export' and maker_id = ${makerId}::uuid and status = 'executed'
        and input_hash = ${fingerprintOf('lists.export', input)}
        and ended_at > ${now.toISOString()}::timestamptz - make_interval(hours => ${APPROVED_EXPORT_HOURS})
      union all
      select 1 from user_roles held join roles r on r.code = held.role where held.user_id = ${makerId}::uuid
        and (r.holds_all or 'lists.export' = any (r.permissions)) having bool_and(r.assigned_only)
      limit 1`,
  );
  return rows.length > 0;
}

const listExport: Governed<ListAsked> = {
  operation: 'lists.export',
  async facts(tx, input, now, makerId) {
    // As many rows as its maker reads at most: a search may find account numbers, a filter what a guarded field holds.
    const question = await askList(tx, input, { personId: makerId, permissions: FIELD_PERMISSIONS, now });
    const isLong = (await question.count(MAX_EXPORTED_ALONE)) > MAX_EXPORTED_ALONE;
    return {
      clientAccountId: null,
      subjectId: makerId,
      amount: null,
      conditions: isLong && !(await isFreeFor(tx, makerId, input, now)) ? ['manyPeople'] : [],
      seen: {},
      deadline: null,
    };
  },
  // The file is not kept: its maker takes it out once it is approved, which leaves a line in the trail.
  execute: async () => {},
};

/** What others may have to approve of files of lists (FOUR-22). */
export const GOVERNED_LIST_OPERATIONS = [listExport];
