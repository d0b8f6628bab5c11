import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newUuid } from '../ids.ts';
import type { Answer, Person } from './test-bank.ts';

/** The house's account at its bank in the fixtures. */
export const HOUSE_IBAN = 'FR7600000000010000000000179';

/** The messages that are read, as the migration lists them (`file.versions`). */
export const READ_MESSAGES: readonly string[] = [
  ...['02', '03', '04', '06', '08'].flatMap((version) => [
    `camt.053.001.${version}`,
    `camt.054.001.${version}`,
  ]),
  ...['03', '10', '12'].map((version) => `pain.002.001.${version}`),
];

/** The body of an answer that must be 200. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back.
function accepted({ status, body }: Answer): any {
  if (status !== 200) throw new Error(`expected 200, got ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A file of server/statements/files/fixtures. */
export const fixture = (name: string): Uint8Array =>
  readFileSync(join(import.meta.dirname, '../statements/files/fixtures', name));

/** Sends a file of a bank, as the screen « Relevés » does. */
export const sendBankFile = (
  person: Person,
  content: Uint8Array,
  { name = 'releve.xml', key = newUuid() } = {},
): Promise<Answer> =>
  person.post('/admin/bank-files', content, {
    key,
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(name) },
  });

/** Adds an account of the house, and lets its statements keep it from a balance on. @returns its id. */
export async function adoptAccount(
  person: Person,
  openingMinor: number,
  { iban = HOUSE_IBAN, currency = 'EUR' } = {},
): Promise<string> {
  const { id } = accepted(
    await person.post('/admin/bank-accounts', { iban, bankName: 'Banque du Marais', currency }),
  ).account;
  accepted(await person.post(`/admin/bank-accounts/${id}/adoption`, { openingMinor, day: '2026-11-30' }));
  return id;
}

/** An entry of a made statement: an amount in cents, and the bank's reference; without one the same amount again is another payment. */
export interface MadeEntry {
  readonly amountMinor: number;
  readonly bankRef?: string;
  /** What stands in `NtryDtls`: the details of a collective entry, or of this one. */
  readonly details?: string;
}

/** A statement to be made. Amounts are cents. */
export interface MadeStatement {
  readonly id: string;
  readonly day: string;
  readonly openingMinor: number;
  readonly entries: readonly MadeEntry[];
  /** Opening and entries, unless it shall not add up. */
  readonly closingMinor?: number;
  readonly account?: string;
  /** EUR unless it says otherwise; one of two decimals. */
  readonly currency?: string;
  readonly page?: { readonly number: number; readonly isLast: boolean };
}

const decimal = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const amount = (minor: number, currency: string): string =>
  `<Amt Ccy="${currency}">${decimal(minor)}</Amt><CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
const day = (text: string): string => `<Dt><Dt>${text}</Dt></Dt>`;

export const closingOf = ({ openingMinor, entries, closingMinor }: MadeStatement): number =>
  closingMinor ?? entries.reduce((sum, entry) => sum + entry.amountMinor, openingMinor);

const CODE =
  '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>';

function statementXml(statement: MadeStatement): string {
  const { id, day: on, openingMinor, entries, page, account = HOUSE_IBAN, currency = 'EUR' } = statement;
  const balance = (type: string, minor: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amount(minor, currency)}${day(on)}</Bal>`;
  const pages = page
    ? `<StmtPgntn><PgNb>${page.number}</PgNb><LastPgInd>${page.isLast}</LastPgInd></StmtPgntn>`
    : '';
  const entryXml = entries.map(({ amountMinor, bankRef, details }) => {
    const reference = bankRef ? `<AcctSvcrRef>${bankRef}</AcctSvcrRef>` : '';
    const days = `<BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt>`;
    return `<Ntry>${amount(amountMinor, currency)}<Sts><Cd>BOOK</Cd></Sts>${days}${reference}${CODE}${details ? `<NtryDtls>${details}</NtryDtls>` : ''}</Ntry>`;
  });
  return [
    `<Stmt><Id>${id}</Id>${pages}<Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy></Acct>`,
    balance('OPBD', openingMinor),
    balance('CLBD', closingOf(statement)),
    ...entryXml,
    '</Stmt>',
  ].join('');
}

/** The detail of an entry that is an order of ours, or gives one back with a reason. */
export const orderDetail = (
  { endToEndId, paymentId, returnReason }: { endToEndId?: string; paymentId?: string; returnReason?: string },
  amountMinor?: number,
): string => {
  const refs = `${endToEndId ? `<EndToEndId>${endToEndId}</EndToEndId>` : ''}${paymentId ? `<PmtInfId>${paymentId}</PmtInfId>` : ''}`;
  const reason = returnReason ? `<RtrInf><Rsn><Cd>${returnReason}</Cd></Rsn></RtrInf>` : '';
  return `<TxDtls><Refs>${refs}</Refs>${amountMinor === undefined ? '' : amount(amountMinor, 'EUR')}${reason}</TxDtls>`;
};

/** The same entries as a camt.054 with their details. */
export const camt054 = (statements: readonly MadeStatement[], messageId: string): Uint8Array =>
  new TextEncoder().encode(
    new TextDecoder()
      .decode(camt053(statements, messageId))
      .replaceAll('camt.053', 'camt.054')
      .replaceAll('BkToCstmrStmt>', 'BkToCstmrDbtCdtNtfctn>')
      .replaceAll('Stmt>', 'Ntfctn>')
      .replaceAll(/<Bal>.*?<\/Bal>/g, ''),
  );

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';

/** A camt.053.001.08 of these statements. @param messageId makes its bytes differ from those of another file of the same statements. */
export function camt053(statements: readonly MadeStatement[], messageId = 'M1'): Uint8Array {
  const header = `<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-12-02T05:00:00Z</CreDtTm></GrpHdr>`;
  const body = statements.map(statementXml).join('');
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${NAMESPACE}"><BkToCstmrStmt>${header}${body}</BkToCstmrStmt></Document>`,
  );
}
