import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import {
  adoptAccount,
  camt053,
  camt054,
  fixture,
  type MadeStatement,
  sendBankFile,
} from '../../testing/bank-files.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { balancesOfCodes } from '../../testing/statements.ts';
import { openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

let bank: TestBank;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const send = async (content: Uint8Array) => accepted(await sendBankFile(administrator, content));
/** What became of the statements of a file: state, and why. */
const outcomes = (file: { statements: { state: string; code: string | null }[] }) =>
  file.statements.map(({ state, code }) => code ?? state);
async function states(): Promise<string[]> {
  const rows = await rowsOf<{ name: string; what: string }>(
    bank.database.db,
    sql`select statement_id as name, coalesce(code, state) as what from bank_statements order by statement_id`,
  );
  return rows.map(({ name, what }) => `${name} ${what}`);
}

describe('PAY-25 details that come as camt.054', () => {
  const parents = () =>
    rowsOf<{ amount: string; details: string[] }>(
      bank.database.db,
      sql`select p.amount::text, json_agg(l.amount::text order by l.position) as details from bank_lines l
        join bank_lines p on p.id = l.parent_line_id group by p.id, p.amount`,
    );
  const attached = [{ amount: '120000', details: ['50000', '30000', '40000'] }];

  test('stand in the place of their collective line, once', async () => {
    await adoptAccount(administrator, 10_000);
    await send(fixture('04-batch-without-details.xml'));
    expect(outcomes((await send(fixture('05-camt054-of-the-batch.xml'))).file)).toEqual(['posted']);
    expect(await parents()).toEqual(attached);
    const again = new TextDecoder().decode(fixture('05-camt054-of-the-batch.xml')).replace('N1', 'N2');
    expect(outcomes((await send(new TextEncoder().encode(again))).file)).toEqual(['duplicate']);
    expect(await parents()).toEqual(attached);
  });

  describe('without a reference of the bank', () => {
    const changed = (name: string, ...changes: readonly (readonly [string, string])[]) =>
      new TextEncoder().encode(
        [['<AcctSvcrRef>LOT-000123</AcctSvcrRef>', ''] as const, ...changes].reduce(
          (text, [from, to]) => {
            expect(text).toContain(from);
            return text.replace(from, to);
          },
          new TextDecoder().decode(fixture(name)),
        ),
      );

    test.each([
      ['of the same day, amount and message find their entry', [], 'posted'],
      ['of another message wait', [['<MsgId>REMISE-7', '<MsgId>REMISE-8']], 'received'],
      ['of another day wait', [['<BookgDt><Dt>2026-12-01', '<BookgDt><Dt>2026-11-30']], 'received'],
      [
        'of another amount wait',
        [
          ['1200.00', '1201.00'],
          ['500.00', '501.00'],
        ],
        'received',
      ],
    ] as const)('details %s', async (_, changes, state) => {
      await adoptAccount(administrator, 10_000);
      await send(changed('04-batch-without-details.xml'));
      expect(outcomes((await send(changed('05-camt054-of-the-batch.xml', ...changes))).file)).toEqual([
        state,
      ]);
      expect(await parents()).toEqual(state === 'posted' ? attached : []);
    });

    test('details with one find an entry that has none', async () => {
      await adoptAccount(administrator, 10_000);
      await send(changed('04-batch-without-details.xml'));
      expect(outcomes((await send(fixture('05-camt054-of-the-batch.xml'))).file)).toEqual(['posted']);
      expect(await parents()).toEqual(attached);
    });
  });

  test('never post: what came in is what the statement brought, and details that name nobody stay in suspense', async () => {
    await adoptAccount(administrator, 10_000);
    await send(fixture('04-batch-without-details.xml'));
    const before = await balancesOfCodes(bank.database.db);
    await send(fixture('05-camt054-of-the-batch.xml'));
    expect(await balancesOfCodes(bank.database.db)).toEqual(before);
    const { lines } = accepted(await administrator.get('/admin/bank-lines'));
    expect(
      lines.map(({ openMinor, reason }: { openMinor: number; reason: string }) => [openMinor, reason]),
    ).toHaveLength(3);
  });

  describe('of an entry that came without any', () => {
    /** The entry without details, and nothing that says there are several; its reference and, of the last, an own text. */
    const bare = (text = '') =>
      new TextEncoder().encode(
        new TextDecoder()
          .decode(fixture('04-batch-without-details.xml'))
          .replace(/<NtryDtls>.*<\/NtryDtls>/s, text),
      );

    test('take its place as well', async () => {
      await adoptAccount(administrator, 10_000);
      await send(bare());
      expect(await parents()).toEqual([]);
      await send(fixture('05-camt054-of-the-batch.xml'));
      expect(await parents()).toEqual(attached);
      expect(await states()).toEqual(['B1 posted', 'N1 posted']);
    });

    test('take the place of details that contradict it', async () => {
      await adoptAccount(administrator, 10_000);
      const wrong = '<TxDtls><Refs><EndToEndId>A-1</EndToEndId></Refs><Amt Ccy="EUR">499.00</Amt></TxDtls>';
      await send(bare(`<NtryDtls>${wrong}</NtryDtls>`));
      await send(fixture('05-camt054-of-the-batch.xml'));
      expect(await parents()).toEqual(attached);
    });

    test.each([
      ['tell nothing new where they name no account', /<CdtrAcct>.*?<\/CdtrAcct>/gs, []],
      ['take its place where they name the accounts that are paid', /(?!)/, attached],
    ])('of one that names its payer alone %s', async (_, leftOut, expected) => {
      await adoptAccount(administrator, 10_000);
      const payer = '<RltdPties><Dbtr><Nm>INCONNU</Nm></Dbtr></RltdPties>';
      await send(bare(`<NtryDtls><TxDtls>${payer}</TxDtls></NtryDtls>`));
      const details = new TextDecoder().decode(fixture('05-camt054-of-the-batch.xml')).replace(leftOut, '');
      await send(new TextEncoder().encode(details));
      expect(await parents()).toEqual(expected);
      expect(await states()).toEqual(['B1 posted', 'N1 posted']);
    });
  });

  describe('without any reference, of an entry that is the same in everything', () => {
    const CREDIT = { amountMinor: 30_00 };
    const named = `<TxDtls><Refs><EndToEndId>E-1</EndToEndId></Refs><RltdPties><Dbtr><Nm>P</Nm></Dbtr></RltdPties></TxDtls>`;
    const parts = ['10.00', '20.00'].map((part) => `<TxDtls><Amt Ccy="EUR">${part}</Amt></TxDtls>`).join('');
    const about = (id: string, details: string) =>
      [
        { id, day: '2026-12-01', openingMinor: 100_00, entries: [{ ...CREDIT, details }] },
      ] satisfies MadeStatement[];

    test('a collective one takes them', async () => {
      await adoptAccount(administrator, 100_00);
      await send(camt053(about('S', '<Btch><NbOfTxs>2</NbOfTxs></Btch>')));
      expect(outcomes((await send(camt054(about('N', parts), 'N'))).file)).toEqual(['posted']);
      expect(await parents()).toEqual([{ amount: '3000', details: ['1000', '2000'] }]);
    });

    test('they tell nothing new of one that has them already, and wait for nothing', async () => {
      await adoptAccount(administrator, 100_00);
      await send(camt053(about('S', named)));
      expect(outcomes((await send(camt054(about('N', named), 'N'))).file)).toEqual(['posted']);
      expect(await parents()).toEqual([]);
    });
  });

  test.each([
    [
      'pages',
      (number: number) =>
        `<NtfctnPgntn><PgNb>${number}</PgNb><LastPgInd>${number === 2}</LastPgInd></NtfctnPgntn>`,
      '',
    ],
    ['messages', () => '', 'MsgPgntn'],
  ] as const)('cut over %s each find their entry', async (_, ofNotification, inHeader) => {
    await adoptAccount(administrator, 100_00);
    const entries = [1, 2].map((number) => ({ amountMinor: number * 10_00, bankRef: `R${number}` }));
    const batch = '<Btch><NbOfTxs>2</NbOfTxs></Btch>';
    await send(
      camt053([
        {
          id: 'S',
          day: '2026-12-01',
          openingMinor: 100_00,
          entries: entries.map((one) => ({ ...one, details: batch })),
        },
      ]),
    );
    for (const [index, entry] of entries.entries()) {
      const half = `<Amt Ccy="EUR">${entry.amountMinor / 200}.00</Amt>`;
      const details = `<TxDtls>${half}</TxDtls><TxDtls>${half}</TxDtls>`;
      const made = camt054(
        [{ id: 'N', day: '2026-12-01', openingMinor: 100_00, entries: [{ ...entry, details }] }],
        `M${index}`,
      );
      const header = inHeader
        ? `<MsgPgntn><PgNb>${index + 1}</PgNb><LastPgInd>${index === 1}</LastPgInd></MsgPgntn></GrpHdr>`
        : '</GrpHdr>';
      const text = new TextDecoder()
        .decode(made)
        .replace('</GrpHdr>', header)
        .replace('<Id>N</Id>', `<Id>N</Id>${ofNotification(index + 1)}`);
      expect(outcomes((await send(new TextEncoder().encode(text))).file)).toEqual(['posted']);
    }
    expect(await parents()).toHaveLength(2);
  });

  test('wait for their entry when they come first', async () => {
    await adoptAccount(administrator, 10_000);
    expect(outcomes((await send(fixture('05-camt054-of-the-batch.xml'))).file)).toEqual(['received']);
    await send(fixture('04-batch-without-details.xml'));
    expect(await parents()).toEqual(attached);
    expect(await states()).toEqual(['B1 posted', 'N1 posted']);
  });

  test('wait ten days at most', async () => {
    await adoptAccount(administrator, 10_000);
    await send(fixture('05-camt054-of-the-batch.xml'));
    bank.setNow(new Date(Date.now() + 11 * 86_400_000));
    await bank.runJobs();
    expect(await states()).toEqual(['N1 statement.entry-missing']);
  });
});

describe('PAY-25 an entry of a statement', () => {
  const read = async (from: string, to: string) => {
    await adoptAccount(administrator, 10_000);
    const text = new TextDecoder().decode(fixture('05-camt054-of-the-batch.xml'));
    const [entry = ''] = /<Ntry>.*<\/Ntry>/s.exec(text) ?? [];
    const statement = new TextDecoder().decode(fixture('04-batch-without-details.xml'));
    expect(entry).toContain(from);
    await send(new TextEncoder().encode(statement.replace(/<Ntry>.*<\/Ntry>/s, entry.replace(from, to))));
    return rowsOf(
      bank.database.db,
      sql`select amount::int, anomaly, phase, open_amount::int as open from bank_lines order by position`,
    );
  };

  test('whose details add up is one line for each', async () => {
    expect(await read('500.00', '500.00')).toMatchObject([
      { amount: 50_000 },
      { amount: 30_000 },
      { amount: 40_000 },
    ]);
  });

  test('whose details do not is one line that waits, with its anomaly', async () => {
    expect(await read('500.00', '499.00')).toEqual([
      { amount: 120_000, anomaly: 'details-differ', phase: 'suspense', open: 120_000 },
    ]);
  });

  test('whose details are in another currency is one line that waits, with its anomaly', async () => {
    expect(await read('<TxAmt><Amt Ccy="EUR">500.00', '<TxAmt><Amt Ccy="USD">500.00')).toEqual([
      { amount: 120_000, anomaly: 'currency-differs', phase: 'suspense', open: 120_000 },
    ]);
  });

  test('PAY-9 that names no booking day counts from its value day, in the lists too', async () => {
    await adoptAccount(administrator, 10_000);
    const text = new TextDecoder().decode(fixture('04-batch-without-details.xml'));
    await send(new TextEncoder().encode(text.replace('<BookgDt><Dt>2026-12-01</Dt></BookgDt>', '')));
    const { lines } = accepted(await administrator.get('/admin/bank-lines'));
    expect(lines).toMatchObject([{ bookingDay: '2026-12-01', openMinor: 120_000 }]);
  });
});
