import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linesOf } from '#domain/statements/lines.ts';
import { rowsOf } from '../../db/database.ts';
import { adoptAccount, HOUSE_IBAN, READ_MESSAGES, sendBankFile } from '../../testing/bank-files.ts';
import { openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { canonicalAccount } from './canonical-account.ts';
import { readWholeFile } from './read-whole-file.ts';

/** Files in the ways that French and other European banks write them; every name and number is made up (PAY-17, PAY-18, PAY-21, PAY-24, PAY-25). */

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';
const balance = (type: string, amount: string, more = '') =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry>${more}</Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-12-01</Dt></Dt></Bal>`;
const entry = (amount: string, direction: 'CRDT' | 'DBIT', more: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-12-01</Dt></BookgDt>${more}</Ntry>`;
const account = (id = `<IBAN>${HOUSE_IBAN}</IBAN>`) => `<Acct><Id>${id}</Id><Ccy>EUR</Ccy></Acct>`;
const statement = (body: string, id = 'S1') => `<Stmt><Id>${id}</Id>${body}</Stmt>`;
const file = (body: string, { version = '02', head = '<?xml version="1.0" encoding="UTF-8"?>' } = {}) =>
  `${head}<Document xmlns="${NAMESPACE}camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-12-02T05:00:00.123+01:00</CreDtTm></GrpHdr>${body}</BkToCstmrStmt></Document>`;
const prefixed = (xml: string, prefix: string) =>
  xml.replace(/<(\/?)([A-Z])/g, `<$1${prefix}:$2`).replace(' xmlns=', ` xmlns:${prefix}=`);

async function* whole(bytes: Uint8Array) {
  yield bytes;
}
const read = (bytes: Uint8Array | string) =>
  readWholeFile(whole(typeof bytes === 'string' ? Buffer.from(bytes) : bytes), READ_MESSAGES);
async function statementsOf(bytes: Uint8Array | string) {
  const found = await read(bytes);
  if (found.outcome === 'refused') throw new Error(found.code);
  return (found.statements ?? []).map((one) => ({ ...one, lines: one.entries.flatMap(linesOf) }));
}
/** A statement of one entry, from 100.00 to `closing`. */
const one = (entries: string, closing: string) =>
  file(statement(`${account()}${balance('OPBD', '100.00')}${balance('CLBD', closing)}${entries}`));
const linesIn = async (xml: string) => (await statementsOf(xml))[0]?.lines;

describe('PAY-18 what surrounds a statement', () => {
  const body = `${account()}${balance('PRCD', '100.00')}${balance('ITBD', '7.00')}${balance('CLBD', '110.50')}${balance('CLAV', '9.00')}${balance('FWAV', '8.00')}`;
  const credit = entry('10.50', 'CRDT', '<AddtlNtryInf>VIR REÇU  DE  Zoé</AddtlNtryInf>');
  const text = file(statement(body + credit));
  const as = (encoding: string, xml = text) => xml.replace('"UTF-8"', `"${encoding}"`);
  test.each<readonly [string, Uint8Array]>([
    [
      'with a mark, prefixes and CRLF',
      Buffer.from(`\ufeff${prefixed(text, 'camt').replaceAll('><', '>\r\n<')}`),
    ],
    ['in ISO-8859-1', Buffer.from(as('ISO-8859-1'), 'latin1')],
    ['in ISO_8859-1', Buffer.from(as('ISO_8859-1'), 'latin1')],
    ['in ISO-8859-15', Buffer.from(as('ISO-8859-15'), 'latin1')],
    ['in windows-1252', Buffer.from(as('windows-1252'), 'latin1')],
    ['in UTF-16 without a mark', Buffer.from(as('UTF-16'), 'utf16le')],
    [
      'in UTF-16 with a mark and no declaration',
      Buffer.from(`\ufeff${text.replace(/^<\?.*?\?>/, '')}`, 'utf16le'),
    ],
    ['without a declaration', Buffer.from(text.replace(/^<\?.*?\?>/, ''))],
  ])('%s: opening PRCD, closing CLBD, the other balances are passed over', async (_, bytes) => {
    const [found] = await statementsOf(bytes);
    expect(found).toMatchObject({
      openingType: 'PRCD',
      openingMinor: 100_00,
      closingMinor: 110_50,
      addsUp: true,
    });
    expect(found?.lines).toMatchObject([{ amountMinor: 10_50, remittance: 'VIR REÇU  DE  Zoé' }]);
  });

  test('in US-ASCII, with characters of XML for what is beyond it; a byte beyond it does not fit', async () => {
    const ascii = as('US-ASCII').replaceAll('Ç', '&#199;').replaceAll('é', '&#xE9;');
    expect((await statementsOf(ascii))[0]?.lines).toMatchObject([{ remittance: 'VIR REÇU  DE  Zoé' }]);
    expect(await read(Buffer.from(as('US-ASCII'), 'latin1'))).toMatchObject({ code: 'file.encoding' });
  });

  test('several statements of one file, one of them without an entry, in the order of the file', async () => {
    const empty = statement(`${account()}${balance('OPBD', '110.50')}${balance('CLBD', '110.50')}`, 'S2');
    expect(await statementsOf(file(statement(body + credit) + empty, { version: '04' }))).toMatchObject([
      { id: 'S1', bookedCount: 1, addsUp: true },
      { id: 'S2', bookedCount: 0, closingMinor: 110_50, addsUp: true },
    ]);
  });

  test.each([
    ['an IBAN in groups', HOUSE_IBAN.replace(/(.{4})/g, '$1 ')],
    ['a RIB', HOUSE_IBAN.slice(4)],
    ['a RIB without its key', HOUSE_IBAN.slice(4, 25)],
    ['a RIB in parts', HOUSE_IBAN.slice(4).replace(/^(.{5})(.{5})(.{11})/, '$1-$2-$3-')],
  ])('an account as %s is that of the house', async (_, written) => {
    const [found] = await statementsOf(
      file(statement(body.replace(account(), account(`<Othr><Id>${written}</Id></Othr>`)) + credit)),
    );
    const accounts = [{ iban: HOUSE_IBAN, currency: 'EUR' }];
    expect(canonicalAccount({ account: found?.account ?? '', currency: 'EUR' }, accounts)).toBe(HOUSE_IBAN);
    expect(canonicalAccount({ account: HOUSE_IBAN.slice(4, 24), currency: 'EUR' }, accounts)).not.toBe(
      HOUSE_IBAN,
    );
  });
});

describe('PAY-18 PAY-24 PAY-25 what banks write of an entry', () => {
  const details = (xml: string) => `<NtryDtls>${xml}</NtryDtls>`;
  const tx = (xml: string) => `<TxDtls>${xml}</TxDtls>`;

  test('a code of the bank alone, no reference that is one, and blanks around those that are', async () => {
    const more = `<BkTxCd><Prtry><Cd>B1/05</Cd><Issr>CFONB</Issr></Prtry></BkTxCd>${details(
      tx(
        `<Refs><AcctSvcrRef> 0012345 </AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
        <RmtInf><Ustrd>FACTURE  007 </Ustrd><Ustrd/><Ustrd> RF40 GUI0000000002</Ustrd></RmtInf>`,
      ),
    )}`;
    const [found] = await statementsOf(one(entry('5.00', 'CRDT', more), '105.00'));
    expect(found?.entries).toMatchObject([{ bankRef: '0012345', code: 'B1/05', isProprietaryCode: true }]);
    expect(found?.lines).toMatchObject([{ endToEndId: null, remittance: 'FACTURE  007 RF40 GUI0000000002' }]);
  });

  test('structured and unstructured text side by side, parties of version 08, a day as a moment with its offset', async () => {
    const xml = one(
      entry(
        '5.00',
        'CRDT',
        details(
          tx(`<Refs><EndToEndId>0001</EndToEndId></Refs><RltdPties><UltmtDbtr><Pty><Nm>Autre</Nm></Pty></UltmtDbtr><Dbtr><Pty><Nm>Noé Lambert</Nm></Pty></Dbtr>
          <DbtrAcct><Id><IBAN>BE71 0961 2345 6769</IBAN></Id></DbtrAcct></RltdPties>
          <RmtInf><Ustrd>Loyer</Ustrd><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>RF18 5390 0754 7034</Ref></CdtrRefInf><AddtlRmtInf>+++</AddtlRmtInf></Strd></RmtInf>`),
        ),
      ).replace('<BookgDt><Dt>2026-12-01</Dt>', '<BookgDt><DtTm>2026-12-01T23:59:59.999+01:00</DtTm>'),
      '105.00',
    )
      .replace('053.001.02', '053.001.08')
      .replaceAll('<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>');
    const [found] = await statementsOf(xml);
    expect(found?.entries).toMatchObject([{ bookingDay: '2026-12-01', valueDay: '2026-12-01' }]);
    expect(found?.lines).toMatchObject([
      {
        endToEndId: '0001',
        counterpartyName: 'Noé Lambert',
        counterpartyIban: 'BE71096123456769',
        remittance: 'Loyer',
        structuredReference: 'RF18 5390 0754 7034',
      },
    ]);
  });

  test('a collective entry: one line for each detail, also with amounts in AmtDtls; the sum has to be that of the entry', async () => {
    const part = (amount: string, id: string) =>
      tx(
        `<Refs><EndToEndId>${id}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>`,
      );
    const batch = (parts: string) => details(`<Btch><NbOfTxs>3</NbOfTxs></Btch>${parts}`);
    const three = part('1.00', 'a') + part('1.50', 'b') + part('2.50', 'c');
    expect(await linesIn(one(entry('5.00', 'CRDT', batch(three)), '105.00'))).toMatchObject([
      { amountMinor: 1_00 },
      { amountMinor: 1_50 },
      { amountMinor: 2_50, endToEndId: 'c', anomaly: null },
    ]);
    const two = part('1.00', 'a') + part('1.50', 'b');
    expect(await linesIn(one(entry('5.00', 'CRDT', batch(two)), '105.00'))).toMatchObject([
      { amountMinor: 5_00, anomaly: 'details-differ' },
    ]);
    expect(await linesIn(one(entry('5.00', 'CRDT', batch('')), '105.00'))).toMatchObject([
      { amountMinor: 5_00, anomaly: 'details-missing' },
    ]);
  });

  test('charges kept back within an entry, and what was paid in another currency, change nothing of what is booked', async () => {
    const kept = `<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">0.75</TtlChrgsAndTaxAmt><Rcrd><Amt Ccy="EUR">0.75</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>`;
    const paid = details(
      tx(
        '<AmtDtls><InstdAmt><Amt Ccy="USD">6.25</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">5.00</Amt><CcyXchg><SrcCcy>USD</SrcCcy><XchgRate>1.25</XchgRate></CcyXchg></TxAmt></AmtDtls>',
      ),
    );
    expect(await linesIn(one(entry('5.00', 'CRDT', kept + paid), '105.00'))).toMatchObject([
      { amountMinor: 5_00, anomaly: null },
    ]);
    const [found] = await statementsOf(one(entry('5.00', 'CRDT', kept), '105.00'));
    expect(found?.entries).toMatchObject([{ amountMinor: 5_00, chargesMinor: 75 }]);
  });

  test('what a bank takes back is a debit, whatever its indicator of reversals says', async () => {
    const [found] = await statementsOf(
      one(entry('5.00', 'DBIT', '').replace('<Sts>', '<RvslInd>true</RvslInd><Sts>'), '95.00'),
    );
    expect(found).toMatchObject({ addsUp: true, entries: [{ amountMinor: -5_00, reversal: true }] });
  });
});

describe('PAY-17 PAY-21 what is refused', () => {
  let bank: TestBank;
  let administrator: Person;
  beforeAll(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
    await adoptAccount(administrator, 100_00);
  });
  afterAll(() => bank.close());
  const posted = async () =>
    rowsOf(
      bank.database.db,
      sql`select (select count(*) from ledger_transactions) as postings, (select count(*) from bank_statements where state = 'posted') as statements`,
    );
  const good = one(entry('5.00', 'CRDT', ''), '105.00');
  const changed = (from: string | RegExp, to: string) => good.replace(from, to);

  test.each([
    [
      'a picture of the day',
      changed('camt.053.001.02', 'camt.052.001.02')
        .replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')
        .replaceAll('Stmt>', 'Rpt>'),
      'file.kind',
    ],
    ['a version that is not read', changed('053.001.02', '053.001.10'), 'file.version'],
    [
      'an envelope around the message',
      good.replace('<Document', '<DataPDU xmlns="urn:x"><Document').concat('</DataPDU>'),
      'file.kind',
    ],
    ['a decimal comma', changed('5.00</Amt>', '5,00</Amt>'), 'file.amount'],
    ['an encoding that nobody reads', changed('UTF-8', 'IBM1047'), 'file.encoding'],
  ])('%s: %#', async (_, xml, code) => {
    const before = await posted();
    const { status, body } = await sendBankFile(administrator, Buffer.from(xml));
    expect([status, body.file.state, body.file.code]).toEqual([200, 'refused', code]);
    expect(await posted()).toEqual(before);
  });

  test('nothing of a statement that a bank cuts over two messages, until both are there: then it is one', async () => {
    const between = '<SubTp><Cd>INTM</Cd></SubTp>';
    const part = (number: number, balances: string, text: string) =>
      file(
        statement(
          `${account()}${balances}${entry('5.00', 'CRDT', `<AddtlNtryInf>${text}</AddtlNtryInf>`)}`,
          'CUT',
        ),
      ).replace(
        '</CreDtTm>',
        `</CreDtTm><MsgPgntn><PgNb>${number}</PgNb><LastPgInd>${number === 2}</LastPgInd></MsgPgntn>`,
      );
    const first = part(1, balance('OPBD', '100.00') + balance('CLBD', '105.00', between), 'A');
    const last = part(2, balance('OPBD', '105.00', between) + balance('CLBD', '110.00'), 'B');
    const send = async (xml: string) =>
      (await sendBankFile(administrator, Buffer.from(xml))).body.file.statements[0].state;
    const before = await posted();
    expect(await send(last)).toBe('received');
    expect(await posted()).toEqual(before);
    await send(first);
    const found = await rowsOf(
      bank.database.db,
      sql`select s.opening::int as opening, s.closing::int as closing, count(*)::int as lines from bank_statements s
        join bank_lines l on l.statement_id = s.id where s.state = 'posted' and s.statement_id = 'CUT' group by s.id`,
    );
    expect(found).toEqual([{ opening: 100_00, closing: 110_00, lines: 2 }]);
    // A whole statement in the last of several messages is one by itself.
    const pages = '</CreDtTm><MsgPgntn><PgNb>3</PgNb><LastPgInd>true</LastPgInd></MsgPgntn>';
    expect(await statementsOf(good.replace('</CreDtTm>', pages))).toMatchObject([
      { page: null, lastPage: null, addsUp: true },
    ]);
  });

  test.each([
    [
      'no closing balance',
      changed(/<Bal><Tp><CdOrPrtry><Cd>CLBD.*?<\/Bal>/, ''),
      'statement.no-closing-balance',
    ],
    ['a closing that is only available', changed('CLBD', 'CLAV'), 'statement.no-closing-balance'],
    ['no opening balance', changed('OPBD', 'OPAV'), 'statement.no-opening-balance'],
    [
      'a sum that is another',
      changed('5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>', '6.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>'),
      'statement.does-not-add-up',
    ],
    [
      'an account of somebody else',
      changed(HOUSE_IBAN, 'FR7630006000011234567890189'),
      'statement.unknown-account',
    ],
  ])('a statement with %s: %#', async (title, xml, code) => {
    const before = await posted();
    // Each is another statement, or it would repeat the first.
    const { body } = await sendBankFile(administrator, Buffer.from(xml.replace('<Id>S1<', `<Id>${title}<`)));
    expect(body.file.statements).toMatchObject([{ state: 'refused', code }]);
    expect(await posted()).toEqual(before);
  });
});
