import { Readable } from 'node:stream';
import { MAX_EXPORTED } from '#domain/desk/export.ts';
import { Refusal } from '#domain/errors.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { os, run, signedIn } from '../http/context.ts';
import { requireListQuestion, requirePermission } from '../http/require-permission.ts';
import { StreamedFile } from '../http/streamed-file.ts';
import { listCsv } from './list-csv.ts';
import { askList, READING_OF_LIST } from './list-question.ts';

export const listRoutes = {
  // Who took a list out of the house stands in the trail: which, by what filters, how many rows, and nothing of them.
  export: os.lists.export.handler(async ({ input, context }) => {
    const { userId: personId, permissions } = signedIn(context);
    await requirePermission(context, READING_OF_LIST[input.list]);
    await requireListQuestion(context, input);
    const now = context.bank.surroundings.now();
    const question = await askList(context.db, input, { personId, permissions, now });
    const lines = await question.count(MAX_EXPORTED);
    if (lines > MAX_EXPORTED) throw new Refusal('list.export-too-large', { max: MAX_EXPORTED });
    const { list, q, ...filters } = input;
    // Told before the first row leaves: a file that is broken off was taken out as well.
    await run(context, async (work) => {
      audit(work, {
        operation: 'lists.export',
        clientAccountId: null,
        subjectId: null,
        before: null,
        after: {
          list,
          filters: new URLSearchParams(
            Object.entries(filters).map(([name, value]) => [name, String(value)]),
          ).toString(),
          isSearched: q !== undefined,
          lines,
        },
        isImpersonal: true,
      });
    });
    return new StreamedFile({
      name: `${list}-${legalDay(now)}.csv`,
      mediaType: 'text/csv',
      content: Readable.toWeb(Readable.from(listCsv(list, question.pages()))) as ReadableStream<Uint8Array>,
    });
  }),
};
