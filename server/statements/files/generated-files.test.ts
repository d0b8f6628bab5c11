import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILE_FAULTS } from '#domain/statements/file-fault.ts';
import { READ_MESSAGES } from '../../testing/bank-files.ts';
import { sizeFor } from '../../testing/size.ts';
import { readWholeFile } from './read-whole-file.ts';

/**
 * Files made by chance, in every version, encoding and writing that banks use: each is read with exactly its sums, and each way to spoil it is
 * refused with its code (PAY-17, PAY-18, PAY-21).
 */

const DECIMALS = { EUR: 2, CHF: 2, JPY: 0, KWD: 3 } as const;
type Currency = keyof typeof DECIMALS;

/** An amount of a file: minor units below zero for a debit, and how many zeros its bank writes behind the decimals. */
interface Made {
  readonly minor: number;
  readonly zeros: number;
  readonly status: 'BOOK' | 'PDNG' | 'INFO';
  readonly isReversal: boolean;
}
interface MadeStatement {
  readonly currency: Currency;
  readonly openingMinor: number;
  readonly entries: readonly Made[];
}
/** How a bank writes. */
interface Writing {
  readonly version: '02' | '03' | '04' | '06' | '08';
  readonly prefix: '' | 'ns2:';
  readonly encoding: keyof typeof ENCODINGS;
  readonly lineEnd: '' | '\n' | '\r\n';
  readonly noise:
    | ''
    | '<!-- 1,00 -->'
    | '<SplmtryData><Envlp><Ntry><Amt>1,x</Amt></Ntry></Envlp></SplmtryData>';
  readonly isCdata: boolean;
}
interface MadeFile {
  readonly statements: readonly MadeStatement[];
  readonly writing: Writing;
}

/** By the name that the declaration gives, the bytes of a text. */
const ENCODINGS = {
  'UTF-8': (text: string) => Buffer.from(text, 'utf8'),
  'UTF-8 with a mark': (text: string) => Buffer.from(`\ufeff${text}`, 'utf8'),
  'UTF-16LE with a mark': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16BE with a mark': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'ISO-8859-1': (text: string) => Buffer.from(text, 'latin1'),
  'windows-1252': (text: string) => Buffer.from(text, 'latin1'),
} as const;

const amountOf = (minor: number, currency: Currency, zeros = 0): string => {
  const decimals = DECIMALS[currency];
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const units = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals) + '0'.repeat(Math.min(zeros, 5 - decimals));
  return fraction === '' ? units : `${units}.${fraction}`;
};
const NAME = 'Élodie & Cie';
const bookedSum = ({ entries }: MadeStatement) =>
  entries.reduce((sum, { minor, status }) => (status === 'BOOK' ? sum + minor : sum), 0);

function xmlOf({ statements, writing }: MadeFile): string {
  const { version, prefix, lineEnd, noise, isCdata } = writing;
  const isNew = Number(version) >= 6;
  const money = (minor: number, currency: Currency, zeros = 0) =>
    `<Amt Ccy="${currency}">${isCdata ? `<![CDATA[${amountOf(minor, currency, zeros)}]]>` : amountOf(minor, currency, zeros)}</Amt>` +
    `<CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (type: string, minor: number, currency: Currency) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${money(minor, currency)}<Dt><Dt>2026-12-01</Dt></Dt></Bal>`;
  const name = NAME.replace('&', '&amp;');
  const party = isNew ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`;
  const entry = ({ minor, zeros, status, isReversal }: Made, currency: Currency) =>
    `<Ntry>${money(minor, currency, zeros)}${isReversal ? '<RvslInd>true</RvslInd>' : ''}` +
    `<Sts>${isNew ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt><Dt>2026-12-01</Dt></BookgDt>` +
    `<NtryDtls><TxDtls><RltdPties><Dbtr>${party}</Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>`;
  const statement = (one: MadeStatement, index: number) =>
    `<Stmt><Id>S-${index}</Id><Acct><Id><IBAN>FR7600000000010000000000179</IBAN></Id><Ccy>${one.currency}</Ccy></Acct>` +
    `${balance('OPBD', one.openingMinor, one.currency)}${balance('CLBD', one.openingMinor + bookedSum(one), one.currency)}` +
    `${one.entries.map((made) => entry(made, one.currency)).join('')}</Stmt>`;
  const body = `<BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>${statements.map(statement).join('')}${noise}</BkToCstmrStmt>`;
  const document = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">${body}</Document>`;
  const prefixed = prefix
    ? document
        .replace(/<(\/?)([A-Za-z])/g, `<$1${prefix}$2`)
        .replace(' xmlns=', ` xmlns:${prefix.slice(0, -1)}=`)
    : document;
  return prefixed.replaceAll('><', `>${lineEnd}<`);
}

const declaration = ({ encoding }: Writing) =>
  `<?xml version="1.0" encoding="${encoding.replace(/ with a mark|[LB]E/g, '')}"?>`;
const bytesOf = (file: MadeFile, change = (xml: string) => xml): Uint8Array =>
  ENCODINGS[file.writing.encoding](`${declaration(file.writing)}${change(xmlOf(file))}`);

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = (bytes: Uint8Array, size = 1000) => readWholeFile(inParts(bytes, size), READ_MESSAGES);

const made: fc.Arbitrary<MadeFile> = fc.record({
  statements: fc.array(
    fc.record({
      currency: fc.constantFrom(...(Object.keys(DECIMALS) as Currency[])),
      openingMinor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      entries: fc.array(
        fc.record({
          minor: fc.integer({ min: -100_000, max: 100_000 }),
          zeros: fc.integer({ min: 0, max: 3 }),
          status: fc.constantFrom('BOOK' as const, 'BOOK' as const, 'PDNG' as const, 'INFO' as const),
          isReversal: fc.boolean(),
        }),
        { maxLength: 5 },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  writing: fc.record({
    version: fc.constantFrom('02' as const, '03' as const, '04' as const, '06' as const, '08' as const),
    prefix: fc.constantFrom('' as const, 'ns2:' as const),
    encoding: fc.constantFrom(...(Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[])),
    lineEnd: fc.constantFrom('' as const, '\n' as const, '\r\n' as const),
    noise: fc.constantFrom(
      '' as const,
      '<!-- 1,00 -->' as const,
      '<SplmtryData><Envlp><Ntry><Amt>1,x</Amt></Ntry></Envlp></SplmtryData>' as const,
    ),
    isCdata: fc.boolean(),
  }),
});
const RUNS = { numRuns: sizeFor({ small: 25, whole: 400 }) };

/** A zero has no sign. */
const plain = (minor: number) => minor + 0;

test('PAY-18 PAY-21 every writing of a file is read with exactly its sums, wherever the network cuts it', () =>
  fc.assert(
    fc.asyncProperty(made, fc.integer({ min: 1, max: 300 }), async (file, size) => {
      const found = await read(bytesOf(file), size);
      expect(found.code).toBeNull();
      if (found.outcome !== 'read') return;
      expect(found.statements).toMatchObject(
        file.statements.map((one) => ({
          currency: one.currency,
          openingMinor: plain(one.openingMinor),
          closingMinor: plain(one.openingMinor + bookedSum(one)),
          bookedSumMinor: plain(bookedSum(one)),
          addsUp: true,
          entries: one.entries.map(({ minor, status, isReversal }) => ({
            amountMinor: plain(minor),
            status,
            reversal: isReversal,
            transactions: [{ counterparty: {} }],
          })),
        })),
      );
      // Of a credit that is no reversal the debtor is the other side.
      const names = found.statements?.flatMap(({ entries }) =>
        entries.flatMap(({ amountMinor, reversal, transactions }) =>
          amountMinor > 0 && !reversal ? transactions.map(({ counterparty }) => counterparty.name) : [],
        ),
      );
      expect(new Set(names)).toEqual(new Set(names?.length ? [NAME] : []));
    }),
    RUNS,
  ));

/** A file with an entry that is booked in euro, to be spoiled. */
const spoilable = made.map(
  (file): MadeFile => ({
    ...file,
    statements: [
      {
        currency: 'EUR',
        openingMinor: 0,
        entries: [{ minor: 123, zeros: 0, status: 'BOOK', isReversal: false }],
      },
      ...file.statements,
    ],
    writing: { ...file.writing, isCdata: false, prefix: '' },
  }),
);
/** In the place of the amount of the first entry. */
const amount = (written: string) => (xml: string) =>
  xml.replace(/(<Ntry>\s*<Amt Ccy="EUR">)1\.23/, `$1${written}`);
const first = (from: RegExp, to: string) => (xml: string) => xml.replace(from, to);

/** What is done to a file, and the code with which it is refused. */
const SPOILED: readonly (readonly [string, (xml: string) => string, string])[] = [
  ['a comma', amount('1,23'), 'file.amount'],
  ['an exponent', amount('123e-2'), 'file.amount'],
  ['a sign', amount('-1.23'), 'file.amount'],
  ['a third of a cent', amount('1.231'), 'file.amount'],
  ['six decimals', amount('1.230000'), 'file.amount'],
  ['Arabic digits', amount('\u0661.\u0662\u0663'), 'file.amount'],
  ['nothing', amount(''), 'file.amount'],
  ['no currency', first(/(<Ntry>\s*<Amt) Ccy="EUR"/, '$1'), 'file.amount'],
  ['a currency that is no code', first(/(<Ntry>\s*<Amt) Ccy="EUR"/, '$1 Ccy="eur"'), 'file.amount'],
  ['an element inside the amount', amount('1<b/>.23'), 'file.malformed'],
  ['two amounts', first(/(<Ntry>)/, '$1<Amt Ccy="EUR">9.99</Amt>'), 'file.malformed'],
  ['two directions', first(/(<Ntry>)/, '$1<CdtDbtInd>DBIT</CdtDbtInd>'), 'file.malformed'],
  ['two amounts of a balance', first(/(<Bal>)/, '$1<Amt Ccy="EUR">9.99</Amt>'), 'file.malformed'],
  [
    'no direction',
    first(/(<Ntry>\s*<Amt[^/]*<\/Amt>\s*)<CdtDbtInd>\w+<\/CdtDbtInd>/, '$1'),
    'file.malformed',
  ],
  ['no amount', first(/(<Ntry>\s*)<Amt[^/]*<\/Amt>/, '$1'), 'file.malformed'],
  ['no status', first(/<Sts>.*?<\/Sts>/s, ''), 'file.malformed'],
  ['no account', first(/<Acct>.*?<\/Acct>/s, ''), 'file.malformed'],
  ['a character that XML does not have', amount('&#0;'), 'file.malformed'],
  ['half a character', amount('&#xD800;'), 'file.malformed'],
  ['an entity of its own', amount('&cent;'), 'file.malformed'],
  ['a DOCTYPE', (xml) => `<!DOCTYPE a [<!ENTITY cent "1">]>${xml}`, 'file.dtd'],
  ['no end of nesting', first(/<GrpHdr>/, `${'<a>'.repeat(5000)}<GrpHdr>`), 'file.too-deep'],
  ['another message', first(/camt\.053/, 'camt.052'), 'file.kind'],
  ['a version that is not read', first(/\.001\.\d\d"/, '.001.13"'), 'file.version'],
  ['no namespace', first(/ xmlns="[^"]*"/, ''), 'file.kind'],
  ['a second document', (xml) => xml + xml, 'file.malformed'],
  ['an element that is not closed', first(/<\/GrpHdr>/, ''), 'file.malformed'],
  ['a text of a million characters', first(/<MsgId>/, `<MsgId>${'a'.repeat(1_000_000)}`), 'file.malformed'],
];

describe('PAY-18 a file made by chance and spoiled', () => {
  test.each(SPOILED)('by %s is refused with its code', (_, spoil, code) =>
    fc.assert(
      fc.asyncProperty(spoilable, async (file) => {
        const spoiled = spoil(xmlOf(file));
        expect(spoiled).not.toBe(xmlOf(file));
        // What ISO-8859-1 cannot write is tried in UTF-8.
        const writing = { ...file.writing, encoding: 'UTF-8' as const };
        const isWide = [...spoiled].some((character) => character.charCodeAt(0) > 0xff);
        const used = isWide ? { ...file, writing } : file;
        expect((await read(bytesOf(used, () => spoiled))).code).toBe(code);
      }),
      { numRuns: sizeFor({ small: 2, whole: 30 }) },
    ),
  );

  test('by a wrong sum is read, and says that it does not add up', () =>
    fc.assert(
      fc.asyncProperty(spoilable, fc.integer({ min: 1, max: 10_000 }), async (file, more) => {
        const found = await read(bytesOf(file, amount(amountOf(123 + more, 'EUR'))));
        if (found.outcome !== 'read') throw new Error(found.code);
        expect(found.statements?.[0]).toMatchObject({ addsUp: false, bookedSumMinor: 123 + more });
      }),
      { numRuns: sizeFor({ small: 5, whole: 100 }) },
    ));

  test('by cutting it off anywhere, or by one other byte, is refused or read with sums that follow from its entries', () =>
    fc.assert(
      fc.asyncProperty(made, fc.nat(), fc.integer({ min: 0, max: 255 }), async (file, place, byte) => {
        const bytes = bytesOf(file);
        const end = bytes.length - (/^UTF-16/.test(file.writing.encoding) ? 2 : 1);
        const cut = await read(bytes.subarray(0, place % (end + 1)));
        expect(['file.malformed', 'file.encoding', 'file.empty']).toContain(cut.code);
        const changed = Uint8Array.from(bytes);
        changed[place % bytes.length] = byte;
        const found = await read(changed);
        if (found.outcome === 'refused') {
          expect(FILE_FAULTS).toContain(found.code);
          return;
        }
        for (const { entries, bookedSumMinor, openingMinor, closingMinor, addsUp } of found.statements ??
          []) {
          const sum = entries.reduce((all, one) => (one.status === 'BOOK' ? all + one.amountMinor : all), 0);
          expect(bookedSumMinor).toBe(sum);
          if (addsUp) expect(closingMinor).toBe((openingMinor ?? 0) + sum);
        }
      }),
      RUNS,
    ));

  test.each([
    ['compressed', (bytes: Uint8Array) => gzipSync(bytes)],
    [
      'with the head of an archive',
      (bytes: Uint8Array) => Buffer.concat([Buffer.from('PK\u0003\u0004'), bytes]),
    ],
    ['twice in one', (bytes: Uint8Array) => Buffer.concat([bytes, bytes])],
    ['as nothing', () => new Uint8Array()],
    ['as blanks', () => Buffer.from(' \r\n\t')],
    ['as a table', () => Buffer.from('Date;Montant\r\n01/12/2026;1,23\r\n')],
  ])('%s is refused', (_, spoil) =>
    fc.assert(
      fc.asyncProperty(made, async (file) => {
        expect((await read(spoil(bytesOf(file)))).outcome).toBe('refused');
      }),
      { numRuns: sizeFor({ small: 2, whole: 30 }) },
    ),
  );
});
