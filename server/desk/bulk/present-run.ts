import { stringify } from 'csv-stringify/sync';
import { kindOfBulk, type RunState } from '#domain/desk/bulk.ts';
import { Refusal, type RefusalCode } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { minorToDecimalString } from '#domain/money/money.ts';
import desk from '#locales/fr/admin-desk.json' with { type: 'json' };
import type { Db } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';
import { harmless } from '../../documents/transactions-csv.ts';
import { problemOf } from '../../http/problems.ts';
import { countsOfRuns, itemsOfRun, operationOfRun, type RunRow, runOf } from './queries.ts';

function stateOf({ endedAt, stoppedAt }: RunRow): RunState {
  if (endedAt) return 'ended';
  return stoppedAt ? 'stopped' : 'running';
}

/** Runs with how many of their rows came to each end. */
export async function presentRuns(db: Db, runs: readonly RunRow[]) {
  const counts = await countsOfRuns(
    db,
    runs.map(({ id }) => id),
  );
  return runs.map((run) => {
    const ofRun = counts.get(run.id);
    if (!ofRun) throw new Error('the rows of a run were not counted');
    return {
      id: run.id,
      operation: operationOfRun(run),
      kind: kindOfBulk(operationOfRun(run), run.common) ?? 'client',
      state: stateOf(run),
      startedAt: run.madeAt.toISOString(),
      endedAt: run.endedAt?.toISOString() ?? null,
      total: Object.values(ofRun).reduce((sum, count) => sum + count, 0),
      counts: ofRun,
    } as const;
  });
}

/** A person's own run with what became of each row. @throws Refusal `not-found` for anybody else's. */
export async function presentRun(db: Db, id: string, madeBy: string) {
  const row = await runOf(db, id, madeBy);
  const [run] = row ? await presentRuns(db, [row]) : [];
  if (!run) throw new Refusal('not-found');
  const items = await itemsOfRun(db, id, run.kind);
  return {
    ...run,
    rows: items.map((item) => ({
      id: item.id,
      state: item.state,
      refusal: item.refusal_code
        ? { code: item.refusal_code as RefusalCode, params: item.refusal_params ?? {} }
        : null,
      proposal: item.proposal_number === null ? null : `P-${item.proposal_number}`,
      client:
        item.account_id !== null && item.display_name !== null
          ? { accountId: item.account_id, displayName: item.display_name }
          : null,
      document: item.document,
      amount:
        item.amount !== null && item.currency !== null
          ? { minor: readMinor(item.amount), currency: item.currency }
          : null,
    })),
  };
}

/** An amount as a French spreadsheet reads a number: « 1234,56 ». */
const decimalOf = (minor: number, currency: CurrencyCode) =>
  minorToDecimalString(minor, currency).replace('.', ',');

type PresentedRun = Awaited<ReturnType<typeof presentRun>>;

/** What became of each row as a file for spreadsheets: UTF-8 with its mark, semicolons, CRLF. */
export function runCsv({ kind, rows }: Pick<PresentedRun, 'kind' | 'rows'>): string {
  const { columns } = desk.csv;
  const { states } = desk.bulk;
  const isOfDocuments = kind === 'document';
  const hasAmounts = rows.some(({ amount }) => amount !== null);
  return stringify(
    [
      [
        columns.id,
        columns.client,
        ...(isOfDocuments ? [columns.document] : []),
        columns.result,
        columns.reason,
        columns.proposal,
        ...(hasAmounts ? [columns.amount, columns.currency] : []),
      ],
      ...rows.map(({ id, client, document, state, refusal, proposal, amount }) => [
        id,
        harmless(client?.displayName ?? ''),
        ...(isOfDocuments ? [harmless(document ?? '')] : []),
        states[state],
        refusal ? harmless(problemOf(refusal.code, refusal.params).detail) : '',
        proposal ?? '',
        ...(hasAmounts
          ? [amount ? decimalOf(amount.minor, amount.currency) : '', amount?.currency ?? '']
          : []),
      ]),
    ],
    { bom: true, delimiter: ';', record_delimiter: 'windows' },
  );
}
