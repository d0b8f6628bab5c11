import { stringify } from 'csv-stringify/sync';
import words from '#locales/fr/admin-audit.json' with { type: 'json' };
import type { State } from './act.ts';
import type { presentAuditEntry } from './present-entry.ts';

const OPERATIONS: Readonly<Record<string, string>> = words.operations;
const OUTCOMES: Readonly<Record<string, string>> = words.outcomes;

/** A state in one cell: `status: approved, amountMinor: 120000`. */
function stateText(state: State | null): string {
  return Object.entries(state ?? {})
    .map(([name, value]) => `${name}: ${value ?? ''}`)
    .join(', ');
}

/**
 * Lines of the trail as CSV: semicolons, CRLF and a byte order mark, as French spreadsheets expect. Cells that would run as formulas become
 * text: some values were written by strangers.
 */
export function auditCsv(entries: readonly ReturnType<typeof presentAuditEntry>[]): string {
  const { columns } = words;
  return stringify(
    entries.map((entry) => {
      return [
        entry.number,
        entry.at,
        entry.actor?.name ?? '',
        entry.actor?.id ?? '',
        entry.address ?? '',
        OPERATIONS[entry.operation] ?? entry.operation,
        entry.operation,
        OUTCOMES[entry.outcome] ?? entry.outcome,
        entry.refusalCode ?? '',
        entry.client?.displayName ?? '',
        entry.client?.accountId ?? '',
        entry.subjectId ?? '',
        stateText(entry.before),
        stateText(entry.after),
        entry.previousHash,
        entry.hash,
      ];
    }),
    {
      header: true,
      columns: [
        columns.number,
        columns.at,
        columns.actor,
        columns.actorId,
        columns.address,
        columns.operation,
        columns.code,
        columns.outcome,
        columns.refusal,
        columns.client,
        columns.clientId,
        columns.subject,
        columns.before,
        columns.after,
        columns.previousHash,
        columns.hash,
      ],
      delimiter: ';',
      record_delimiter: 'windows',
      bom: true,
      escape_formulas: true,
    },
  );
}
