import { newUuid } from '../ids.ts';
import { HOUSE_IBAN } from './bank-files.ts';

/** What our bank writes of orders and of anything else: entries with their codes, details and reversals, statements and other messages of them. */

/** An entry that our bank writes. Amounts are cents, below zero for a debit. */
export interface Entry {
  readonly amountMinor: number;
  readonly ref?: string;
  readonly status?: 'PDNG' | 'INFO';
  readonly isReversal?: boolean;
  readonly code?: string;
  readonly batch?: { readonly count?: number; readonly messageId?: string };
  readonly details?: readonly string[];
  readonly text?: string;
}

const decimal = (minor: number) => (Math.abs(minor) / 100).toFixed(2);
const amountXml = (minor: number) =>
  `<Amt Ccy="EUR">${decimal(minor)}</Amt><CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
const dayXml = (name: string, day: string) => `<${name}><Dt>${day}</Dt></${name}>`;

/** A detail of an entry. */
export const detail = (
  amountMinor: number,
  more: { endToEndId?: string; name?: string; iban?: string; text?: string; returnReason?: string } = {},
): string => {
  const { endToEndId, name, iban, text, returnReason } = more;
  const role = amountMinor < 0 ? 'Cdtr' : 'Dbtr';
  return [
    `<TxDtls><Refs><EndToEndId>${endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs>${amountXml(amountMinor)}`,
    name ? `<RltdPties><${role}><Pty><Nm>${name}</Nm></Pty></${role}>` : '<RltdPties>',
    iban ? `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct></RltdPties>` : '</RltdPties>',
    text ? `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>` : '',
    returnReason ? `<RtrInf><Rsn><Cd>${returnReason}</Cd></Rsn></RtrInf>` : '',
    '</TxDtls>',
  ].join('');
};

export function entryXml(entry: Entry, day: string): string {
  const { amountMinor, ref, status = 'BOOK', isReversal = false, code, batch, details = [], text } = entry;
  const [domain, family, sub] = (code ?? (amountMinor < 0 ? 'PMNT/ICDT/ESCT' : 'PMNT/RCDT/ESCT')).split('/');
  const group = batch
    ? `<Btch>${batch.messageId ? `<PmtInfId>${batch.messageId}</PmtInfId>` : ''}${batch.count ? `<NbOfTxs>${batch.count}</NbOfTxs>` : ''}</Btch>`
    : '';
  return [
    `<Ntry>${amountXml(amountMinor)}${isReversal ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>${status}</Cd></Sts>`,
    `${dayXml('BookgDt', day)}${dayXml('ValDt', day)}${ref ? `<AcctSvcrRef>${ref}</AcctSvcrRef>` : ''}`,
    `<BkTxCd><Domn><Cd>${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>`,
    `<NtryDtls>${group}${details.join('')}</NtryDtls>${text ? `<AddtlNtryInf>${text}</AddtlNtryInf>` : ''}</Ntry>`,
  ].join('');
}

/** Our account, as a statement names it. */
export const ACCOUNT = `<Acct><Id><IBAN>${HOUSE_IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>`;
/** A message of our bank. */
export const file = (kind: string, root: string, body: string): Uint8Array =>
  new TextEncoder().encode(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}"><${root}><GrpHdr><MsgId>${newUuid()}</MsgId></GrpHdr>${body}</${root}></Document>`,
  );

/** A statement, with its closing balance. @param moreMinor what the closing is wrong by. */
export function statementXml(
  id: string,
  day: string,
  openingMinor: number,
  entries: readonly Entry[],
  moreMinor = 0,
) {
  const booked = entries.reduce((sum, { amountMinor, status }) => (status ? sum : sum + amountMinor), 0);
  const balance = (type: string, minor: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amountXml(minor)}${dayXml('Dt', day)}</Bal>`;
  const xml = `<Stmt><Id>${id}</Id>${ACCOUNT}${balance('OPBD', openingMinor)}${balance('CLBD', openingMinor + booked + moreMinor)}${entries
    .map((one) => entryXml(one, day))
    .join('')}</Stmt>`;
  return { xml, closing: openingMinor + booked };
}
