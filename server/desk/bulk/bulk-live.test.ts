import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { institutionSchema } from '#content/institution/schema.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { LIVE_INSTITUTION } from '../../testing/live-institution.ts';
import { openTestBank } from '../../testing/test-bank.ts';
import { inTransaction } from '../../work/work.ts';
import { startBulkRun } from './start-run.ts';
import { continueBulkRuns } from './work-run.ts';

test('STAFF-24 in a live institution a run that goes on moves no money while one person alone manages access', async () => {
  const live = await openTestBank({ institution: institutionSchema.parse(LIVE_INSTITUTION) });
  const { userId: personId } = await live.administrator();
  const { database, surroundings } = live.bank;
  const order = { operation: 'fees.settle' as const, items: [{ id: newUuid() }] };
  await inTransaction(database.db, surroundings, { kind: 'staff', personId }, (work) =>
    startBulkRun(work, order),
  );
  expect(await continueBulkRuns(live.bank)).toBe(1);
  expect(await rowsOf(database.db, sql`select state, refusal_code as code from bulk_items`)).toEqual([
    { state: 'refused', code: 'staff.second-person-missing' },
  ]);
  await live.close();
});
