import { decimalsOf } from '#domain/statements/amounts.ts';

/** A line of a statement that the demonstration's bank writes. Amounts are minor units, below zero for a debit. */
export interface MadeLine {
  readonly amountMinor: number;
  /** Payer of a credit, payee of a debit. */
  readonly name: string;
  readonly iban?: string;
  readonly text: string;
  /** Of a transfer of ours. */
  readonly endToEndId?: string;
  /** Of a file of direct debits, which the bank credits as one: its message id. */
  readonly batchMessageId?: string;
  /** Of a direct debit that comes back: its code. */
  readonly returnReason?: string;
  /** A code of the bank's own instead of one of ISO. */
  readonly ownCode?: string;
}

export interface MadeStatement {
  readonly id: string;
  readonly iban: string;
  readonly currency: string;
  readonly day: string;
  readonly openingMinor: number;
  readonly lines: readonly MadeLine[];
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (value: string) => value.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

function decimal(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const amount = (minor: number, currency: string) =>
  `<Amt Ccy="${currency}">${decimal(minor, currency)}</Amt><CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

const dated = (name: string, day: string) => `<${name}><Dt>${day}</Dt></${name}>`;

/** Payer and payee: the other one of the two, with their account. */
function party({ amountMinor, name, iban }: MadeLine): string {
  const role = amountMinor < 0 ? 'Cdtr' : 'Dbtr';
  const account = iban ? `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>` : '';
  return `<RltdPties><${role}><Pty><Nm>${text(name)}</Nm></Pty></${role}>${account}</RltdPties>`;
}

function codeOf({ amountMinor, ownCode, batchMessageId, returnReason }: MadeLine): string {
  if (ownCode) return `<BkTxCd><Prtry><Cd>${ownCode}</Cd></Prtry></BkTxCd>`;
  if (batchMessageId || returnReason)
    return `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>IDDT</Cd><SubFmlyCd>${returnReason ? 'UPDD' : 'ESDD'}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
  const family = amountMinor < 0 ? 'ICDT' : 'RCDT';
  return `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>`;
}

function entry(line: MadeLine, { id, day, currency }: MadeStatement, number: number): string {
  const reference = `${id}-${number}`;
  const detail = [
    `<Refs><EndToEndId>${line.endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs>`,
    amount(line.amountMinor, currency),
    party(line),
    `<RmtInf><Ustrd>${text(line.text)}</Ustrd></RmtInf>`,
    line.returnReason ? `<RtrInf><Rsn><Cd>${line.returnReason}</Cd></Rsn></RtrInf>` : '',
  ].join('');
  const batch = line.batchMessageId ? `<Btch><PmtInfId>${line.batchMessageId}</PmtInfId></Btch>` : '';
  return [
    `<Ntry>${amount(line.amountMinor, currency)}<Sts><Cd>BOOK</Cd></Sts>`,
    `${dated('BookgDt', day)}${dated('ValDt', day)}<AcctSvcrRef>${reference}</AcctSvcrRef>${codeOf(line)}`,
    `<NtryDtls>${batch}<TxDtls>${detail}</TxDtls></NtryDtls></Ntry>`,
  ].join('');
}

/** The statement as a camt.053.001.08, as a bank would send it. */
export function bankStatementFile(statement: MadeStatement): Uint8Array {
  const { id, iban, currency, day, openingMinor, lines } = statement;
  const closingMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor);
  const balance = (type: string, minor: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amount(minor, currency)}${dated('Dt', day)}</Bal>`;
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<!-- Relevé fictif, fait par la démonstration : aucun argent, aucune banque. -->\n',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
    `<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${day}T20:00:00Z</CreDtTm></GrpHdr>`,
    `<Stmt><Id>${id}</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>`,
    balance('OPBD', openingMinor),
    balance('CLBD', closingMinor),
    ...lines.map((line, index) => entry(line, statement, index + 1)),
    '</Stmt></BkToCstmrStmt></Document>\n',
  ];
  return new TextEncoder().encode(xml.join(''));
}
