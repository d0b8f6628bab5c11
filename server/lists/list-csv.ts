import { stringify } from 'csv-stringify/sync';
import type { ExportedList } from '#domain/desk/export.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { minorToDecimalString } from '#domain/money/money.ts';
import { dayIn, LEGAL_TIME_ZONE } from '#domain/time/days.ts';
import words from '#locales/fr/admin-desk.json' with { type: 'json' };
import { harmless } from '../documents/transactions-csv.ts';

type Row = Readonly<Record<string, unknown>>;

/** What a cell holds: a text, a day of an instant, an amount in its own currency or in euro, a yes or no, a state, a person. */
type Kind = 'text' | 'day' | 'own' | 'eur' | 'flag' | 'person' | 'number';

/** The columns of each file: those of the screen, with ids and the value in euro. The FICP never leaves. */
type Column = readonly [name: string, path: string, kind: Kind];

/** What every list of requests begins with. */
const REQUEST: readonly Column[] = [
  ['id', 'id', 'text'],
  ['client', 'client.displayName', 'text'],
  ['accountId', 'client.accountId', 'text'],
  ['email', 'client.email', 'text'],
  ['status', 'status', 'text'],
  ['amount', 'amountMinor', 'own'],
  ['currency', 'currency', 'text'],
];
/** Who works on it, and until when. */
const DESK: readonly Column[] = [
  ['followedBy', 'followedBy', 'person'],
  ['dueAt', 'dueAt', 'day'],
  ['createdAt', 'createdAt', 'day'],
];
const DECISION: readonly Column[] = [
  ['decidedBy', 'decision.by', 'text'],
  ['decidedAt', 'decision.at', 'day'],
];

const COLUMNS: Readonly<Record<ExportedList, readonly Column[]>> = {
  loans: [
    ...REQUEST,
    ['amountEur', 'amountEurMinor', 'eur'],
    ['months', 'durationMonths', 'number'],
    ['instalment', 'instalmentMinor', 'own'],
    ['income', 'monthlyIncomeMinor', 'own'],
    ['purpose', 'purpose', 'text'],
    ...DESK,
    ...DECISION,
  ],
  withdrawals: [
    ...REQUEST,
    ['amountEur', 'amountEurMinor', 'eur'],
    ['payee', 'recipientName', 'text'],
    ['bank', 'clientBankName', 'text'],
    ['iban', 'clientIban', 'text'],
    ['ibanValid', 'ibanValid', 'flag'],
    ['available', 'client.availableMinor', 'own'],
    ['batch', 'batch.messageId', 'text'],
    ...DESK,
    ...DECISION,
  ],
  fees: [
    ...REQUEST,
    ['description', 'description', 'text'],
    ...DESK,
    ['declaredAt', 'declaredAt', 'day'],
    ['paidAt', 'paidAt', 'day'],
    ['receipt', 'receiptNumber', 'text'],
  ],
  clients: [
    ['id', 'id', 'text'],
    ['client', 'displayName', 'text'],
    ['email', 'email', 'text'],
    ['phone', 'phone', 'text'],
    ['country', 'country', 'text'],
    ['accountType', 'accountType', 'text'],
    ['currency', 'currency', 'text'],
    ['balance', 'balanceMinor', 'own'],
    ['balanceEur', 'balanceEurMinor', 'eur'],
    ['isActivated', 'isActivated', 'flag'],
    ['iban', 'iban', 'text'],
    ...DESK,
  ],
};

const valueAt = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Row | null | undefined)?.[key], row);

const decimal = (minor: number, currency: CurrencyCode) =>
  minorToDecimalString(minor, currency).replace('.', ',');

function cellOf(row: Row, path: string, kind: Kind): string {
  const value = valueAt(row, path);
  // What the reader may not see, or what there is not.
  if (value === null || value === undefined) return '';
  switch (kind) {
    case 'text':
      return harmless(String(value));
    case 'number':
      return String(value);
    case 'day':
      return dayIn(LEGAL_TIME_ZONE, new Date(String(value)));
    case 'own':
      return decimal(Number(value), row.currency as CurrencyCode);
    case 'eur':
      return decimal(Number(value), 'EUR');
    case 'flag':
      return value === true ? words.csv.yes : words.csv.no;
    case 'person':
      return harmless(String((value as { name: string | null }).name ?? ''));
  }
}

const linesOf = (lines: readonly (readonly string[])[], bom: boolean): Uint8Array =>
  new TextEncoder().encode(
    stringify(
      lines.map((line) => [...line]),
      { bom, delimiter: ';', record_delimiter: 'windows' },
    ),
  );

/**
 * A list as a file for spreadsheets, in pieces: UTF-8 with its mark, semicolons, decimal commas, CRLF, ISO days of French legal time. A page is read when
 * the reader of the file has taken the one before it, so that a file of any length takes the memory of a page.
 */
export async function* listCsv(
  list: ExportedList,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const headers: Readonly<Record<string, string>> = words.csv.columns;
  const columns = COLUMNS[list];
  yield linesOf([columns.map(([name]) => headers[name] ?? name)], true);
  for await (const rows of pages)
    yield linesOf(
      rows.map((row) => columns.map(([, path, kind]) => cellOf(row, path, kind))),
      false,
    );
}
