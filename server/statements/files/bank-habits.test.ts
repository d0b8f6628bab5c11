import { expect, test } from 'vitest';
import { linesOf } from '#domain/statements/lines.ts';
import { READ_MESSAGES } from '../../testing/bank-files.ts';
import { readWholeFile } from './read-whole-file.ts';

/**
 * Habits of banks in what they write, one line each: what is made of an entry, or of a whole file. The house's own rules have tests of their
 * own; these say that no habit changes what is booked (PAY-18, PAY-24, PAY-25).
 */

const HOUSE = 'FR7600000000010000000000179';
const balance = (type: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-12-01</Dt></Dt></Bal>`;
const ACCOUNT = `<Acct><Id><IBAN>${HOUSE}</IBAN></Id><Ccy>EUR</Ccy></Acct>`;
const file = (entries: string, version = '08') =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S</Id>${ACCOUNT}${balance('OPBD', '100.00')}${balance('CLBD', '105.00')}${entries}</Stmt></BkToCstmrStmt></Document>`;
const BOOKED = '<Sts><Cd>BOOK</Cd></Sts>';
const entry = (inside: string, { amount = '5.00', direction = 'CRDT', status = BOOKED } = {}) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${status}${inside}</Ntry>`;
const detail = (inside: string) => `<NtryDtls><TxDtls>${inside}</TxDtls></NtryDtls>`;
const DAY = '<BookgDt><Dt>2026-12-01</Dt></BookgDt>';

const read = async (text: string) =>
  readWholeFile(
    (async function* () {
      yield Buffer.from(text);
    })(),
    READ_MESSAGES,
  );
async function statementOf(text: string) {
  const found = await read(text);
  if (found.outcome === 'refused') throw new Error(found.code);
  const [statement] = found.statements ?? [];
  if (!statement) throw new Error('no statement');
  return { ...statement, lines: statement.entries.flatMap(linesOf) };
}

test.each<readonly [habit: string, entries: string, lines: readonly object[]]>([
  ['no booking day and no value day', entry(''), [{ amountMinor: 5_00, anomaly: null }]],
  [
    'its details with their own direction',
    entry(`${DAY}${detail('<Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>')}`),
    [{ amountMinor: 5_00, anomaly: null }],
  ],
  [
    'details of both directions that add up',
    entry(
      `${DAY}<NtryDtls><TxDtls><Amt Ccy="EUR">6.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls><TxDtls><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls></NtryDtls>`,
    ),
    [{ amountMinor: 6_00 }, { amountMinor: -1_00 }],
  ],
  [
    'details in several NtryDtls, each with its batch',
    entry(
      `${DAY}<NtryDtls><Btch><NbOfTxs>1</NbOfTxs></Btch><TxDtls><Amt Ccy="EUR">2.00</Amt></TxDtls></NtryDtls><NtryDtls><Btch><NbOfTxs>1</NbOfTxs></Btch><TxDtls><Amt Ccy="EUR">3.00</Amt></TxDtls></NtryDtls>`,
    ),
    [{ amountMinor: 2_00 }, { amountMinor: 3_00 }],
  ],
  [
    'one detail of several, without an amount',
    entry(
      `${DAY}<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch><TxDtls><Refs><EndToEndId>1</EndToEndId></Refs></TxDtls></NtryDtls>`,
    ),
    [{ amountMinor: 5_00, anomaly: 'details-differ' }],
  ],
  [
    'one detail of several, whose amount is that of all',
    entry(
      `${DAY}<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch><TxDtls><Amt Ccy="EUR">5.00</Amt></TxDtls></NtryDtls>`,
    ),
    [{ amountMinor: 5_00, anomaly: null }],
  ],
  [
    'more texts than anybody reads, cut within a character',
    entry(`${DAY}${detail(`<RmtInf><Ustrd>${'x'.repeat(9_998)}</Ustrd><Ustrd>😀</Ustrd></RmtInf>`)}`),
    [{ remittance: 'x'.repeat(9_998) }],
  ],
  [
    'several details, none with an amount',
    entry(`${DAY}<NtryDtls><TxDtls/><TxDtls/></NtryDtls>`),
    [{ amountMinor: 5_00, anomaly: 'details-differ' }],
  ],
  [
    'charges kept back and the amount that was instructed before them',
    entry(
      `${DAY}${detail('<Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><AmtDtls><InstdAmt><Amt Ccy="EUR">5.75</Amt></InstdAmt></AmtDtls><Chrgs><Rcrd><Amt Ccy="EUR">0.75</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>')}`,
    ),
    [{ amountMinor: 5_00, chargesMinor: 75, anomaly: null }],
  ],
  [
    'an instructed amount of another currency and no other',
    entry(`${DAY}${detail('<AmtDtls><InstdAmt><Amt Ccy="JPY">900</Amt></InstdAmt></AmtDtls>')}`),
    [{ amountMinor: 5_00, anomaly: 'currency-differs' }],
  ],
  [
    'the counter-value and the announced amount, which no rule asks for',
    entry(
      `${DAY}${detail('<AmtDtls><CntrValAmt><Amt Ccy="USD">6.00</Amt></CntrValAmt><AnncdPstngAmt><Amt Ccy="GBP">4.00</Amt></AnncdPstngAmt></AmtDtls>')}`,
    ),
    [{ amountMinor: 5_00, anomaly: null }],
  ],
  [
    'text in CDATA, split by a comment, with entities',
    entry(
      `${DAY}${detail('<RmtInf><Ustrd><![CDATA[A & B]]> <!-- c -->&lt;&#233;&#x20AC;&gt;</Ustrd></RmtInf>')}`,
    ),
    [{ remittance: 'A & B <é€>' }],
  ],
  [
    'a text beside a structured reference',
    entry(
      `${DAY}${detail('<RmtInf><Strd><CdtrRefInf><Ref>12</Ref></CdtrRefInf><AddtlRmtInf>Loyer</AddtlRmtInf><AddtlRmtInf>de mai</AddtlRmtInf></Strd></RmtInf>')}`,
    ),
    [{ remittance: null, structuredReference: '12', additionalText: 'Loyer de mai' }],
  ],
  [
    'a detail that says nothing, in an entry that does',
    entry(
      `${DAY}${detail('<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>')}<AddtlNtryInf>VIR DE M. PETIT</AddtlNtryInf>`,
    ),
    [{ remittance: null, endToEndId: null, additionalText: 'VIR DE M. PETIT' }],
  ],
  [
    'a detail and an entry that both say something',
    entry(`${DAY}${detail('<AddtlTxInf>T</AddtlTxInf>')}<AddtlNtryInf>E</AddtlNtryInf>`),
    [{ remittance: 'T', additionalText: null }],
  ],
  [
    'entries of nothing, and such as do not count yet',
    entry(DAY) +
      entry(DAY, { amount: '0.00' }) +
      ['PDNG', 'INFO', 'FUTR']
        .map((code) => entry(DAY, { amount: '9.00', status: `<Sts><Cd>${code}</Cd></Sts>` }))
        .join(''),
    [
      { amountMinor: 5_00 },
      { amountMinor: 0 },
      { amountMinor: 9_00 },
      { amountMinor: 9_00 },
      { amountMinor: 9_00 },
    ],
  ],
  [
    'a status of the bank alone, which books nothing',
    entry(DAY) + entry(DAY, { amount: '7.00', status: '<Sts><Prtry>OK</Prtry></Sts>' }),
    [{ amountMinor: 5_00 }, { amountMinor: 7_00 }],
  ],
  [
    'a return whose parties keep their roles',
    entry(
      `${DAY}${detail(`<RltdPties><DbtrAcct><Id><IBAN>${HOUSE}</IBAN></Id></DbtrAcct><Cdtr><Pty><Nm>Paul</Nm></Pty></Cdtr></RltdPties><RtrInf/>`)}`,
    ),
    [{ counterpartyName: 'Paul', ownIban: HOUSE, isReturn: true, returnReason: null }],
  ],
])('PAY-18 an entry with %s', async (_, entries, lines) => {
  const found = await statementOf(file(entries));
  expect(found.lines).toMatchObject(lines);
  expect(found).toMatchObject({ addsUp: true, bookedSumMinor: 5_00 });
});

const plain = file(entry(`${DAY}${detail('<RmtInf><Ustrd>Loyer</Ustrd></RmtInf>')}`));
const old = file(entry(DAY, { status: '<Sts>BOOK</Sts>' }), '02');

test.each<readonly [habit: string, text: string, expected: string]>([
  ['Sts as a word in version 02', old, 'read'],
  ['Sts as a word in version 08 too', file(entry(DAY, { status: '<Sts>BOOK</Sts>' })), 'read'],
  [
    'blanks and line ends around every value',
    plain.replaceAll(/>([^<>\s][^<>]*)</g, '>\r\n  $1\r\n\t<'),
    'read',
  ],
  [
    'a prefix for every element, and a schema location',
    plain
      .replaceAll(/<(\/?)([A-Z])/g, '<$1c:$2')
      .replace(
        'xmlns=',
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b" xmlns:c=',
      ),
    'read',
  ],
  [
    'an instruction and a comment before and behind the message',
    plain.replace('?>', '?><!-- a --><?b c?>').concat('\n<!-- d -->\n'),
    'read',
  ],
  [
    'a day with an offset',
    plain.replace('<Dt>2026-12-01</Dt></BookgDt>', '<Dt>2026-12-01+01:00</Dt></BookgDt>'),
    'read',
  ],
  ['blanks before the declaration', `\n${plain}`, 'file.malformed'],
  ['two messages in one file', plain + plain.replace(/^<\?.*?\?>/, ''), 'file.malformed'],
  ['an entity of HTML', plain.replace('Loyer', 'Loyer&nbsp;'), 'file.malformed'],
  ['a character that no XML has', plain.replace('Loyer', 'Loyer&#0;'), 'file.malformed'],
  ['half of a surrogate pair', plain.replace('Loyer', '&#xD83D;'), 'file.malformed'],
  ['a sign before an amount', plain.replace('>5.00<', '>-5.00<'), 'file.amount'],
  ['a plus before an amount', plain.replace('>5.00<', '>+5.00<'), 'file.amount'],
  ['an exponent', plain.replace('>5.00<', '>5E0<'), 'file.amount'],
  ['a thousand with a blank', plain.replace('>5.00<', '>1 005.00<'), 'file.amount'],
  ['a third decimal of a euro', plain.replace('>5.00<', '>5.001<'), 'file.amount'],
  ['more zeros than a euro has decimals', plain.replace('>5.00<', '>5.00000<'), 'read'],
  ['no currency', plain.replace('<Ntry><Amt Ccy="EUR">', '<Ntry><Amt>'), 'file.amount'],
  ['a text of ten thousand characters', plain.replace('Loyer', 'x'.repeat(10_000)), 'read'],
  ['a text beyond it', plain.replace('Loyer', 'x'.repeat(10_001)), 'file.malformed'],
  [
    'a message of SWIFT’s own namespace',
    plain.replace('urn:iso:std:iso:20022:tech:xsd:', 'urn:swift:xsd:'),
    'file.kind',
  ],
])('PAY-18 a file with %s: %s', async (_, text, expected) => {
  const found = await read(text);
  expect(found.code ?? found.outcome).toBe(expected);
  if (found.outcome === 'read')
    expect(found.statements).toMatchObject([{ addsUp: true, bookedSumMinor: 5_00 }]);
});
