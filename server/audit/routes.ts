import { maskedAnswer } from '#domain/staff/masks.ts';
import { legalDay } from '#domain/time/days.ts';
import { mayReadField, os, run, signedIn } from '../http/context.ts';
import { DEFAULT_PAGE } from '../http/cursor.ts';
import { audit } from './audit.ts';
import { verifyChainAfter } from './chain.ts';
import { auditCsv } from './entries-csv.ts';
import { allAuditEntries, listAuditEntries } from './list-entries.ts';
import { presentAuditEntry } from './present-entry.ts';

export const auditRoutes = {
  list: os.audit.list.handler(async ({ input, context }) => {
    const { page, nextCursor } = await listAuditEntries(context.db, {
      ...input,
      readsIban: mayReadField(context, 'fields.fullIban'),
      readsNames: mayReadField(context, 'fields.staffNames'),
      limit: input.limit ?? DEFAULT_PAGE,
    });
    return { entries: page.map(presentAuditEntry), nextCursor };
  }),

  // Exports of the trail are audited. What stands in one is read in the scope of who asks: their own files are left out (STAFF-40).
  export: os.audit.export.handler(async ({ input, context }) => {
    const rows = await allAuditEntries(context.db, {
      ...input,
      readsIban: mayReadField(context, 'fields.fullIban'),
      readsNames: mayReadField(context, 'fields.staffNames'),
    });
    return run(context, async (work) => {
      audit(work, {
        operation: 'audit.export',
        clientAccountId: null,
        subjectId: null,
        before: null,
        after: { lines: rows.length },
      });
      const name = `journal-d-audit-${legalDay(work.now)}.csv`;
      // A file holds no more than the list on the screen (STAFF-5).
      const { permissions } = signedIn(context);
      const answer = maskedAnswer('audit.list', { entries: rows.map(presentAuditEntry) }, permissions);
      const { entries } = answer as { entries: ReturnType<typeof presentAuditEntry>[] };
      return new File([auditCsv(entries)], name, { type: 'text/csv' });
    });
  }),

  verification: os.audit.verification.handler(async ({ input, context }) => {
    const step = await verifyChainAfter(context.db, input.after ?? 0);
    return {
      checked: step.checked,
      next: step.isEnd ? null : step.through,
      holds: step.faults.length === 0,
      faults: [...step.faults],
      head: step.head,
    };
  }),
};
