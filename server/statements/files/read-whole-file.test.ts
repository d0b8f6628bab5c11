import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linesOf } from '#domain/statements/lines.ts';
import { READ_MESSAGES } from '../../testing/bank-files.ts';
import { readWholeFile } from './read-whole-file.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const names = readdirSync(FIXTURES).filter((name) => name.endsWith('.xml'));

/** The bytes in parts of so many, as a network or the store brings them. */
async function* inParts(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = (bytes: Uint8Array, size?: number) => readWholeFile(inParts(bytes, size), READ_MESSAGES);

const PLAIN = readFileSync(join(FIXTURES, '01-v02-plain.xml'), 'utf8');
const VERSION_8 = readFileSync(join(FIXTURES, 'chain-3.xml'), 'utf8');
const PENDING = readFileSync(join(FIXTURES, '12-two-equal-payments-and-pending.xml'), 'utf8');
const ANSWER = readFileSync(join(FIXTURES, '17-pain002-partly.xml'), 'utf8');
const utf8 = (text: string) => new TextEncoder().encode(text);
const outcomeOf = async (bytes: Uint8Array) => {
  const file = await read(bytes);
  return file.code ?? file.outcome;
};
/** The first statement of a text, and its first entry. */
async function statementOf(text: string) {
  const file = await read(utf8(text));
  if (file.outcome === 'refused') throw new Error(file.code);
  const [statement] = file.statements ?? [];
  const [entry] = statement?.entries ?? [];
  if (!statement || !entry) throw new Error('nothing was read');
  return { file, statement, entry, detail: entry.transactions[0] };
}
const plain = (...changes: readonly (readonly [from: string | RegExp, to: string])[]) =>
  changes.reduce((text, [from, to]) => text.replace(from, to), PLAIN);

describe('PAY-17 PAY-18 the fixtures', () => {
  test.each(names)('%s is read as it should be', async (name) => {
    const {
      note: _,
      import: __,
      ...expected
    } = JSON.parse(readFileSync(join(FIXTURES, `${name}.expected.json`), 'utf8'));
    const bytes = readFileSync(join(FIXTURES, name));
    expect(await read(bytes)).toMatchObject(expected);
    // Wherever the network cuts it.
    expect(await read(bytes, 7)).toEqual(await read(bytes));
  });
});

describe('PAY-17 kinds and versions', () => {
  test.each([
    ['camt.053.001.02', 'read'],
    ['camt.053.001.03', 'read'],
    ['camt.053.001.04', 'read'],
    ['camt.053.001.06', 'read'],
    ['camt.053.001.08', 'read'],
    ['camt.053.001.05', 'file.version'],
    ['camt.053.001.10', 'file.version'],
    ['camt.054.001.07', 'file.version'],
    ['camt.052.001.08', 'file.kind'],
    ['pain.001.001.09', 'file.kind'],
    ['camt.053.002.02', 'file.kind'],
  ])('%s: %s', async (name, outcome) => {
    expect(await outcomeOf(utf8(PLAIN.replace('camt.053.001.02', name)))).toBe(outcome);
  });

  test.each(['03', '10', '12'])('pain.002.001.%s is read', async (version) => {
    const text = ANSWER.replace('pain.002.001.03', `pain.002.001.${version}`);
    expect(await read(utf8(text))).toMatchObject({ kind: 'pain.002', version, outcome: 'read' });
  });

  test.each([
    ['no namespace', plain([/ xmlns="[^"]*"/, '']), 'file.kind'],
    ['another root', plain([/Document/g, 'Papers']), 'file.kind'],
    ['nothing', '', 'file.empty'],
    ['no statement', plain([/<Stmt>.*<\/Stmt>/s, '']), 'file.empty'],
    ['no XML', 'Relevé;montant\n1;2', 'file.malformed'],
    ['something after the root', `${PLAIN}<Document/>`, 'file.malformed'],
    ['an unknown entity', plain(['MME LEFEVRE', '&x;']), 'file.malformed'],
    ['an unbound prefix', plain(['<Stmt>', '<x:Stmt>'], ['</Stmt>', '</x:Stmt>']), 'file.malformed'],
    ['elements that cross', plain(['</Stmt></BkToCstmrStmt>', '</BkToCstmrStmt></Stmt>']), 'file.malformed'],
    ['a statement without id', plain(['<Id>REL-2026-335</Id>', '']), 'file.malformed'],
    ['a direction of no kind', plain(['CRDT', 'CREDIT']), 'file.malformed'],
    ['a day that is none', plain(['<Dt>2026-12-01</Dt>', '<Dt>2026-02-30</Dt>']), 'file.malformed'],
    ['a DOCTYPE that never ends', '<?xml version="1.0"?><!-- a --><!DOCTYPE Document [', 'file.dtd'],
    [
      'a DOCTYPE behind a long comment',
      `<?xml version="1.0"?>\n<!-- ${'- '.repeat(70_000)}--><!DOCTYPE a>`,
      'file.dtd',
    ],
    [
      'one behind it that never ends',
      `<!-- ${'- '.repeat(70_000)}--><?a b?>\n<!DOCTYPE a [<!ENTITY b`,
      'file.dtd',
    ],
    [
      'a DOCTYPE in an encoding that is not read',
      '<?xml version="1.0" encoding="EBCDIC"?><!DOCTYPE a>',
      'file.dtd',
    ],
    ['a DOCTYPE behind the message', `${PLAIN}<!DOCTYPE a>`, 'file.dtd'],
    ['a DOCTYPE within it', plain(['<Stmt>', '<!DOCTYPE a><Stmt>']), 'file.dtd'],
    [
      'a DOCTYPE that is text',
      plain(['ECHEANCE', '<![CDATA[<!DOCTYPE a>]]>'], ['<Stmt>', '<!-- <!DOCTYPE a> --><Stmt>']),
      'read',
    ],
    ['a DOCTYPE before another kind', `<!DOCTYPE a>${ANSWER.replace(/^<\?.*\?>\n/, '')}`, 'file.dtd'],
    ['entities that grow', '<!DOCTYPE a [<!ENTITY b "&c;&c;"><!ENTITY c "&d;&d;">]><a>&b;</a>', 'file.dtd'],
  ])('%s: %s', async (_, text, outcome) => {
    expect(await outcomeOf(utf8(text))).toBe(outcome);
  });

  test('a DOCTYPE is told before bytes that do not fit, and in UTF-16', async () => {
    const bytes = new Uint8Array(Buffer.from('<!DOCTYPE a [<!ENTITY b "é">]><a/>', 'latin1'));
    const wide = new Uint8Array(Buffer.from('<!-- a --><!DOCTYPE a><a/>', 'utf16le'));
    expect([await outcomeOf(bytes), await outcomeOf(wide)]).toEqual(['file.dtd', 'file.dtd']);
  });

  test.each([
    [60, 'read'],
    [61, 'file.too-deep'],
  ])('%i elements deep: %s', async (depth, outcome) => {
    // Under Document and BkToCstmrStmt.
    const inner = depth - 2;
    const nest = `${'<a>'.repeat(inner)}${'</a>'.repeat(inner)}`;
    expect(await outcomeOf(utf8(plain(['<Stmt>', `${nest}<Stmt>`])))).toBe(outcome);
  });

  test('elements of another namespace are passed over, whatever their names', async () => {
    const foreign = '<SplmtryData xmlns="urn:other"><Ntry><Amt>x</Amt></Ntry></SplmtryData>';
    const { statement } = await statementOf(plain(['</Stmt>', `${foreign}</Stmt>`]));
    expect(statement.bookedCount).toBe(2);
  });
});

describe('PAY-18 encodings', () => {
  const declared = (name: string, text = PLAIN) => text.replace('UTF-8', name).replace('MME LEFEVRE', 'É œ');
  const latin = (text: string) => Buffer.from(text, 'latin1');
  /** With one byte in the place of « ~ ». */
  const withByte = (name: string, byte: number) =>
    latin(PLAIN.replace('UTF-8', name).replace('MME', '~')).map((one) => (one === 0x7e ? byte : one));
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');

  test.each([
    ['UTF-8 without a declaration', utf8(PLAIN.replace(/^<\?.*\?>/, '').replace('MME', 'é')), 'é'],
    ['UTF-8 with a mark, declared otherwise', utf8(`\ufeff${declared('ISO-8859-1')}`), 'É œ'],
    ['UTF-16 with a mark', utf16(`\ufeff${declared('UTF-16')}`), 'É œ'],
    ['UTF-16 of big endian with a mark', utf16(`\ufeff${declared('UTF-16')}`).swap16(), 'É œ'],
    ['UTF-16 without a mark', utf16(declared('UTF-16')), 'É œ'],
    ['ISO-8859-1', withByte('ISO-8859-1', 0xc9), 'É'],
    ['ISO-8859-15', withByte('iso-8859-15', 0xbd), 'œ'],
    ['windows-1252', withByte('windows-1252', 0x80), '€'],
  ])('%s', async (_, bytes, begin) => {
    const file = await read(bytes, 5);
    if (file.outcome === 'refused') throw new Error(file.code);
    const name = file.statements?.[0]?.entries[0]?.transactions[0]?.counterparty.name;
    expect(name?.startsWith(begin)).toBe(true);
  });

  test.each([
    ['ISO-8859-1 declared as UTF-8', withByte('UTF-8', 0xe9)],
    ['a byte that windows-1252 does not have', withByte('windows-1252', 0x81)],
    ['UTF-8 declared as UTF-16', utf8(declared('UTF-16'))],
    ['UTF-16 declared as UTF-8', utf16(PLAIN)],
    [
      'UTF-32',
      new Uint8Array(Buffer.from(Uint32Array.from(`\ufeff${PLAIN}`, (one) => one.charCodeAt(0)).buffer)),
    ],
    ['half a surrogate', utf16(`\ufeff${PLAIN.replace('MME', '\ud800')}`)],
    ['an encoding that is not read', utf8(PLAIN.replace('UTF-8', 'EBCDIC-CP-FR'))],
    ['a character cut off at the end', utf8(`${PLAIN}é`).subarray(0, -1)],
  ])('%s is file.encoding', async (_, bytes) => {
    expect(await outcomeOf(bytes)).toBe('file.encoding');
  });
});

describe('PAY-18 amounts and signs', () => {
  test.each([
    ['1.00', 'EUR', 100],
    ['8.850', 'EUR', 885],
    ['8.85000', 'EUR', 885],
    ['1.00', 'JPY', 1],
    ['7', 'EUR', 700],
    ['0', 'EUR', 0],
    ['1.234', 'KWD', 1234],
    ['1.005', 'EUR', null],
    ['1.50', 'JPY', null],
    ['1,00', 'EUR', null],
    ['-1.00', 'EUR', null],
    ['+1.00', 'EUR', null],
    ['1e2', 'EUR', null],
    ['1.000000', 'EUR', null],
    ['.50', 'EUR', null],
    ['1 000.00', 'EUR', null],
    ['99999999999999999', 'EUR', null],
    ['1.00', 'EURO', null],
  ])('%s %s is %s', async (text, currency, expected) => {
    const [, balance = ''] = /(<Bal>.*?<\/Bal>)/.exec(PENDING) ?? [];
    const changed = balance.replace(/<Amt Ccy="EUR">[^<]*/, `<Amt Ccy="${currency}">${text}`);
    const file = await read(utf8(PENDING.replace(balance, changed)));
    if (file.outcome === 'refused') expect([file.code, expected]).toEqual(['file.amount', null]);
    else expect(file.statements?.[0]?.openingMinor).toBe(expected);
  });

  const detail = (amounts: string) => plain(['<TxDtls>', `<TxDtls><AmtDtls>${amounts}</AmtDtls>`]);
  test.each([
    ['the amount that was instructed', detail('<InstdAmt><Amt Ccy="USD">1,00</Amt></InstdAmt>')],
    ['half a yen that was instructed', detail('<InstdAmt><Amt Ccy="JPY">1.5</Amt></InstdAmt>')],
    ['a charge', plain(['<TxDtls>', '<TxDtls><Chrgs><Rcrd><Amt Ccy="EUR">1e1</Amt></Rcrd></Chrgs>'])],
  ])('an amount of an entry that nothing counts refuses its file as well: %s', async (_, text) => {
    expect(text).not.toBe(PLAIN);
    expect(await outcomeOf(utf8(text))).toBe('file.amount');
  });

  test('a sum beyond what a statement may move is no amount', async () => {
    const [entry = ''] = /<Ntry>.*?<\/Ntry>/.exec(PLAIN) ?? [];
    const huge = entry
      .replace(/<NtryDtls>.*<\/NtryDtls>/, '')
      .replace(/>[\d.]+<\/Amt>/, '>90000000000.00</Amt>');
    expect(await outcomeOf(utf8(PLAIN.replace(entry, huge)))).toBe('read');
    expect(await outcomeOf(utf8(PLAIN.replace(entry, huge + huge)))).toBe('file.amount');
  });

  test('the direction alone decides, in a reversal too', async () => {
    const { entry } = await statementOf(plain(['<Sts>BOOK</Sts>', '<RvslInd>true</RvslInd><Sts>BOOK</Sts>']));
    expect(entry).toMatchObject({ amountMinor: 53512, reversal: true });
    // The parties keep the roles of the original order.
    expect(entry.transactions[0]).toMatchObject({ ownIban: 'FR7699999000100000000077774' });
  });

  test('PAY-26 a return is one without a reason too, and by the sub-family of its code', async () => {
    const lines = async (...changes: readonly (readonly [string, string])[]) =>
      linesOf((await statementOf(plain(...changes))).entry).map(({ isReturn, returnReason }) => [
        isReturn,
        returnReason,
      ]);
    const returned = (xml: string) => ['<RmtInf>', `<RtrInf>${xml}</RtrInf><RmtInf>`] as const;
    expect(await lines()).toEqual([[false, null]]);
    expect(await lines(returned(''))).toEqual([[true, null]]);
    expect(await lines(returned('<Rsn><Cd>AC04</Cd></Rsn>'))).toEqual([[true, 'AC04']]);
    expect(await lines(['<SubFmlyCd>ESCT', '<SubFmlyCd>RRTN'])).toEqual([[true, null]]);
    const ownCode = '<Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn>';
    expect(await lines(['</TxDtls>', `<BkTxCd>${ownCode}</BkTxCd></TxDtls>`])).toEqual([[true, null]]);
  });

  test('an amount of a detail is Amt, else that of the transaction, else the instructed one, else the entry’s', async () => {
    const details = /<AmtDtls>.*?<\/AmtDtls>/;
    const amount = async (xml: string) => (await statementOf(plain([details, xml]))).detail?.amountMinor;
    const of = (name: string, value: string) => `<${name}><Amt Ccy="EUR">${value}</Amt></${name}>`;
    expect(await amount('<Amt Ccy="EUR">1.00</Amt>')).toBe(100);
    expect(await amount(`<AmtDtls>${of('InstdAmt', '3.00')}${of('TxAmt', '2.00')}</AmtDtls>`)).toBe(200);
    expect(await amount(`<AmtDtls>${of('InstdAmt', '3.00')}</AmtDtls>`)).toBe(300);
    expect(await amount('')).toBe(53512);
  });
});

describe('PAY-18 PAY-21 PAY-25 details', () => {
  test.each(['NOTPROVIDED', 'NONREF', '  '])('%j is no reference', async (word) => {
    const { entry } = await statementOf(
      plain(['BQ335000001', word], ['<EndToEndId>NOTPROVIDED', `<EndToEndId>${word}`]),
    );
    expect([entry.bankRef, entry.transactions[0]?.endToEndId]).toEqual([null, null]);
  });

  test('texts are joined with one blank; without any the detail’s own text stands', async () => {
    const ustrd = '<Ustrd>ECHEANCE DECEMBRE</Ustrd>';
    const two = await statementOf(plain([ustrd, '<Ustrd>A </Ustrd><Ustrd> B</Ustrd>']));
    expect(two.detail?.remittance).toBe('A B');
    const own = await statementOf(plain([/<RmtInf>.*?<\/RmtInf>/, '<RmtInf/><AddtlTxInf>C</AddtlTxInf>']));
    expect(own.detail?.remittance).toBe('C');
  });

  test('PAY-27 two structured references of one detail are both kept, so that nobody is paid by one of them', async () => {
    const strd = (ref: string) => `<Strd><CdtrRefInf><Ref>${ref}</Ref></CdtrRefInf></Strd>`;
    const { detail } = await statementOf(
      plain([/<RmtInf>.*?<\/RmtInf>/, `<RmtInf>${strd('RF18A')}${strd('RF19B')}</RmtInf>`]),
    );
    expect(detail?.structuredReference).toBe('RF18A RF19B');
  });

  test('the bank’s reference of the only detail serves where the entry has none', async () => {
    const { entry } = await statementOf(
      plain(
        ['<AcctSvcrRef>BQ335000001</AcctSvcrRef>', ''],
        ['<Refs>', '<Refs><AcctSvcrRef>D1</AcctSvcrRef>'],
      ),
    );
    expect(entry.bankRef).toBe('D1');
  });

  test.each([
    ['that do not add up', '<TxDtls><Amt Ccy="EUR">1.00</Amt></TxDtls>', 'details-differ'],
    ['in another currency', '<TxDtls><Amt Ccy="USD">1.00</Amt></TxDtls>', 'currency-differs'],
    ['without an amount, beside others', '<TxDtls/>', 'details-differ'],
  ])('details %s are told', async (_, more, anomaly) => {
    const { entry } = await statementOf(plain(['</NtryDtls>', `${more}</NtryDtls>`]));
    expect(entry.anomalies).toEqual([anomaly]);
  });

  test('a balance of another type is ignored, and PRCD serves without OPBD', async () => {
    const other =
      /<Bal>.*?<\/Bal>/.exec(PLAIN)?.[0]?.replace('OPBD', 'ITBD').replace('10000.00', '1,x') ?? '';
    const { statement } = await statementOf(plain(['<Bal>', `${other}<Bal>`], ['OPBD', 'PRCD']));
    expect(statement).toMatchObject({ openingType: 'PRCD', openingMinor: 1_000_000, addsUp: true });
  });

  test('of several days the first opens a statement and the last closes it, whatever the order of its balances', async () => {
    const [opening = '', closing = ''] = PLAIN.match(/<Bal>.*?<\/Bal>/g) ?? [];
    const second = (balance: string, amount: string) =>
      balance.replace('2026-12-01', '2026-12-02').replace(/>[\d.]+</, `>${amount}<`);
    const { statement } = await statementOf(
      plain(
        [opening, second(closing, '10435.12') + second(opening, '10535.12')],
        [closing, closing.replace('10435.12', '10535.12') + opening],
      ),
    );
    expect(statement).toMatchObject({
      openingMinor: 1_000_000,
      closingMinor: 1_043_512,
      day: '2026-12-02',
      addsUp: true,
    });
  });

  test('a statement that names no currency is in that of a balance that counts', async () => {
    const other = /<Bal>.*?<\/Bal>/.exec(PLAIN)?.[0]?.replace('OPBD', 'XPCD').replace('EUR', 'USD') ?? '';
    const { statement } = await statementOf(plain(['<Ccy>EUR</Ccy>', ''], ['<Bal>', `${other}<Bal>`]));
    expect(statement).toMatchObject({ currency: 'EUR', addsUp: true });
  });

  test.each([
    ['CLBD', { closingMinor: null, day: null, addsUp: null }],
    ['OPBD', { openingType: null, openingMinor: null, addsUp: null }],
  ])('without %s it does not say that it adds up', async (type, expected) => {
    const { statement } = await statementOf(plain([type, 'ITBD']));
    expect(statement).toMatchObject(expected);
  });

  test('PAY-23 pages carry their number', async () => {
    const pages = '<StmtPgntn><PgNb>2</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>';
    const { statement } = await statementOf(plain(['<ElctrncSeqNb>', `${pages}<ElctrncSeqNb>`]));
    expect(statement).toMatchObject({ page: 2, lastPage: false });
  });

  test('names and codes of version 8, days as moments', async () => {
    const { entry, statement } = await statementOf(
      VERSION_8.replace('<Dt>2026-12-03</Dt></BookgDt>', '<DtTm>2026-12-03T23:59:00+01:00</DtTm></BookgDt>'),
    );
    expect([entry.status, entry.bookingDay]).toEqual(['BOOK', '2026-12-03']);
    expect(statement.entries[1]?.transactions[0]?.counterparty.name).toBe('S');
  });

  test('charges of a detail are its total, else the sum of its records', async () => {
    const charged = async (xml: string) =>
      (await statementOf(plain(['<RltdPties>', `<Chrgs>${xml}</Chrgs><RltdPties>`]))).detail?.chargesMinor;
    const one = '<Amt Ccy="EUR">1.25</Amt><CdtDbtInd>DBIT</CdtDbtInd>';
    expect(await charged(`<Rcrd>${one}</Rcrd><Rcrd>${one}</Rcrd>`)).toBe(250);
    expect(await charged(one)).toBe(125);
    expect(await charged(`<TtlChrgsAndTaxAmt Ccy="EUR">3.00</TtlChrgsAndTaxAmt><Rcrd>${one}</Rcrd>`)).toBe(
      300,
    );
  });
});
