import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import {
  adoptAccount,
  camt053,
  fixture,
  HOUSE_IBAN,
  type MadeStatement,
  sendBankFile,
} from '../../testing/bank-files.ts';
import { nextIban } from '../../testing/next-iban.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { claimFile } from './file-queries.ts';
import { importBankFilesStep } from './import-step.ts';

let bank: TestBank;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const DAY_1: MadeStatement = {
  id: 'S1',
  day: '2026-12-01',
  openingMinor: 100_00,
  entries: [{ amountMinor: 50_00, bankRef: 'A' }, { amountMinor: 20_00 }, { amountMinor: 20_00 }],
};
const DAY_2: MadeStatement = {
  id: 'S2',
  day: '2026-12-02',
  openingMinor: 190_00,
  entries: [{ amountMinor: -30_00, bankRef: 'B' }],
};
const DAY_3: MadeStatement = { id: 'S3', day: '2026-12-03', openingMinor: 160_00, entries: [] };

const send = async (content: Uint8Array, options?: Parameters<typeof sendBankFile>[2]) =>
  accepted(await sendBankFile(administrator, content, options));
/** What became of the statements of a file: state, and why. */
const outcomes = (file: { statements: { state: string; code: string | null }[] }) =>
  file.statements.map(({ state, code }) => code ?? state);
const sendMade = async (statements: readonly MadeStatement[], messageId: string = newUuid()) =>
  outcomes((await send(camt053(statements, messageId))).file);
const statements = async () =>
  await rowsOf<{ id: string; name: string; what: string }>(
    bank.database.db,
    sql`select id, statement_id as name, coalesce(code, state) as what from bank_statements order by statement_id, received_at, id`,
  );
const states = async () => (await statements()).map(({ name, what }) => `${name} ${what}`);
const idOf = async (name: string) => (await statements()).find((one) => one.name === name)?.id ?? '';
const lines = () =>
  rowsOf<{ amount: string; lines: number }>(
    bank.database.db,
    sql`select l.amount::text, count(*)::int as lines from bank_lines l join bank_statements s on s.id = l.statement_id
      where s.state = 'posted' group by l.amount order by l.amount`,
  );

describe('PAY-17 a file', () => {
  test('is kept whole with its digest, sender and outcome, and its statements are posted', async () => {
    await adoptAccount(administrator, 510_000);
    const content = fixture('chain-1.xml');
    const { file, isAgain } = await send(content, { name: 'chaîne 1.xml' });
    expect(isAgain).toBe(false);
    expect(file).toMatchObject({
      name: 'chaîne 1.xml',
      source: 'upload',
      state: 'read',
      code: null,
      kind: 'camt.053',
      version: '02',
      messageId: 'CH1',
      sizeBytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      readBytes: content.length,
      entryCount: 2,
    });
    expect(file.sender).toBeTruthy();
    expect(file.statements).toMatchObject([
      {
        statementId: 'CH1',
        account: HOUSE_IBAN,
        state: 'posted',
        openingMinor: 510_000,
        closingMinor: 538_512,
        bookedCount: 2,
        creditSumMinor: 53_512,
        debitSumMinor: 25_000,
      },
    ]);
    const again = await administrator.get(`/admin/bank-files/${file.id}/content`);
    expect([again.status, Buffer.from(again.bytes).equals(Buffer.from(content))]).toEqual([200, true]);
    expect(accepted(await administrator.get('/admin/bank-files')).files).toEqual([file]);
    expect(accepted(await administrator.get(`/admin/bank-files/${file.id}`)).file).toEqual(file);
  });

  test('the same bytes again have no effect and are told, also when two people send them at once', async () => {
    await adoptAccount(administrator, 100_00);
    const other = await bank.administrator();
    const content = camt053([DAY_1]);
    const both = await Promise.all(
      [administrator, other].map(async (person) => accepted(await sendBankFile(person, content))),
    );
    const third = await send(content);
    expect(both.map(({ isAgain }) => isAgain).sort()).toEqual([false, true]);
    expect([third.isAgain, third.file.id]).toEqual([true, both[0].file.id]);
    expect(await states()).toEqual(['S1 posted']);
    expect(await lines()).toEqual([
      { amount: '2000', lines: 2 },
      { amount: '5000', lines: 1 },
    ]);
    expect(await rowsOf(bank.database.db, sql`select count(*)::int as files from files`)).toEqual([
      { files: 1 },
    ]);
  });

  test.each([
    ['13-truncated.xml', 'file.malformed'],
    ['14-external-entity.xml', 'file.dtd'],
    ['15-camt052.xml', 'file.kind'],
    ['16-amounts.xml', 'file.amount'],
    ['17-pain002-partly.xml', 'file.unknown-batch'],
  ])('%s is refused whole and kept: %s', async (name, code) => {
    await adoptAccount(administrator, 0);
    const { file } = await send(fixture(name), { name });
    expect(file).toMatchObject({ name, state: 'refused', code, statements: [] });
    expect(await rowsOf(bank.database.db, sql`select id from bank_lines`)).toEqual([]);
  });

  test('answers what is wrong', async () => {
    const client = await bank.client();
    const answers = [
      await sendBankFile(administrator, new Uint8Array()),
      await sendBankFile(administrator, camt053([DAY_1]), { name: '' }),
      await sendBankFile(administrator, new Uint8Array(50 * 1024 * 1024 + 1)),
      await sendBankFile(client, camt053([DAY_1])),
      await administrator.get(`/admin/bank-files/${newUuid()}`),
      await administrator.get(`/admin/bank-files/${newUuid()}/content`),
      await administrator.get(`/admin/statements/${newUuid()}`),
      await administrator.post(`/admin/statements/${newUuid()}/release`, { release: 'post' }),
      await administrator.post(`/admin/statements/${newUuid()}/release`, { release: 'x' }),
    ].map(({ status, body }) => `${status} ${body.code}`);
    expect(answers).toEqual([
      '400 file.empty',
      '400 request.invalid',
      '413 file.too-large',
      '403 auth.admin-required',
      '404 not-found',
      '404 not-found',
      '404 not-found',
      '404 not-found',
      '400 request.invalid',
    ]);
    const key = newUuid();
    const first = await send(camt053([DAY_1]), { key });
    expect(await send(camt053([DAY_1]), { key })).toEqual(first);
    const other = await sendBankFile(administrator, camt053([DAY_2]), { key });
    expect(other.body.code).toBe('idempotency.key-reused');
  });

  test('that a killed process was reading is read anew by the job of every minute, each line once', async () => {
    await adoptAccount(administrator, 100_00);
    // What such a process leaves: a kept file, a claim, and lines that do not count yet.
    const { file } = await send(camt053([DAY_1]));
    await bank.database.db.execute(
      sql`update bank_statements set state = 'reading', posted_number = null, decided_at = null`,
    );
    await bank.database.db.execute(
      sql`update bank_files set state = 'received', claim = ${newUuid()}, claimed_until = clock_timestamp() - interval '1 second', ended_at = null`,
    );
    expect(await statements()).toMatchObject([{ what: 'reading' }]);
    // The import alone: the nightly proof would rightly find these statements out of the books.
    await importBankFilesStep(bank.bank);
    expect(outcomes(accepted(await administrator.get(`/admin/bank-files/${file.id}`)).file)).toEqual([
      'posted',
    ]);
    expect(await lines()).toEqual([
      { amount: '2000', lines: 2 },
      { amount: '5000', lines: 1 },
    ]);
  });

  test('PAY-23 that came before its account was ours is decided again once the account is adopted', async () => {
    expect(await sendMade([DAY_1, DAY_2])).toEqual([
      'statement.unknown-account',
      'statement.unknown-account',
    ]);
    await adoptAccount(administrator, 100_00);
    await importBankFilesStep(bank.bank);
    expect(await states()).toEqual(['S1 posted', 'S2 posted']);
  });

  test('that another node reads is left to it', async () => {
    const { file } = await send(camt053([DAY_1]));
    await bank.database.db.execute(sql`update bank_files set state = 'received', ended_at = null`);
    const claim = { bankFileId: file.id, id: newUuid() };
    expect(await claimFile(bank.database.db, claim)).not.toBeNull();
    expect(await claimFile(bank.database.db, { ...claim, id: newUuid() })).toBeNull();
  });

  test('that was read, with its statements undecided, is gone on with', async () => {
    await adoptAccount(administrator, 100_00);
    await send(camt053([DAY_1, DAY_2]));
    await bank.database.db.execute(
      sql`update bank_statements set state = 'received', posted_number = null, decided_at = null where statement_id = 'S2'`,
    );
    // The import alone: the nightly proof would rightly find these statements out of the books.
    await importBankFilesStep(bank.bank);
    expect(await states()).toEqual(['S1 posted', 'S2 posted']);
  });
});

describe('PAY-21 PAY-22 PAY-23 statements', () => {
  test.each([
    ['one that does not add up', { ...DAY_1, closingMinor: 190_01 }, 'statement.does-not-add-up', 1],
    ['an account that is not ours', { ...DAY_1, account: nextIban() }, 'statement.unknown-account', null],
  ])('%s is refused, and the others of its file are posted', async (_, bad, code, differenceMinor) => {
    await adoptAccount(administrator, 100_00);
    const { file } = await send(camt053([{ ...bad, id: 'BAD' }, DAY_1, DAY_2]));
    expect(outcomes(file)).toEqual([code, 'posted', 'posted']);
    expect(file.statements[0]).toMatchObject({ differenceMinor });
  });

  test('without a balance it is refused', async () => {
    await adoptAccount(administrator, 100_00);
    const without = (type: string) =>
      new TextEncoder().encode(new TextDecoder().decode(camt053([DAY_1])).replace(type, 'ITBD'));
    expect(outcomes((await send(without('CLBD'))).file)).toEqual(['statement.no-closing-balance']);
    expect(outcomes((await send(without('OPBD'))).file)).toEqual(['statement.no-opening-balance']);
  });

  test.each([
    ['an entry', /(<Ntry><Amt Ccy=")EUR/, 'statement.does-not-add-up'],
    ['its opening balance', /(<Bal>.*?<Amt Ccy=")EUR/s, 'statement.no-opening-balance'],
  ])('PAY-21 figures that add up with %s in another currency do not count', async (_, where, code) => {
    await adoptAccount(administrator, 100_00);
    const text = new TextDecoder().decode(camt053([DAY_1])).replace(where, '$1USD');
    expect(text).toContain('USD');
    expect(outcomes((await send(new TextEncoder().encode(text))).file)).toEqual([code]);
  });

  test('files in any order end in the same chain: what waits for one before it follows by itself', async () => {
    await adoptAccount(administrator, 100_00);
    expect(await sendMade([DAY_3])).toEqual(['statement.gap']);
    expect(await sendMade([DAY_2])).toEqual(['statement.gap']);
    expect(await sendMade([DAY_1])).toEqual(['posted']);
    expect(await states()).toEqual(['S1 posted', 'S2 posted', 'S3 posted']);
  });

  test('a day before the last posted one is refused; equal content again has no effect; other content is shown', async () => {
    await adoptAccount(administrator, 100_00);
    await sendMade([DAY_1, DAY_2]);
    expect(await sendMade([{ ...DAY_3, day: '2026-11-30' }])).toEqual(['statement.before-last']);
    expect(await sendMade([DAY_2])).toEqual(['duplicate']);
    expect(await sendMade([{ ...DAY_2, entries: [{ amountMinor: -31_00, bankRef: 'B' }] }])).toEqual([
      'statement.differs',
    ]);
    const [differs] = accepted(await administrator.get('/admin/statements?state=refused')).statements.filter(
      ({ code }: { code: string }) => code === 'statement.differs',
    );
    const shown = accepted(await administrator.get(`/admin/statements/${differs.id}`));
    expect(shown.lines).toMatchObject([{ amountMinor: -31_00, isInBoth: false }]);
    expect(shown.related.statement).toMatchObject({ statementId: 'S2', state: 'posted' });
    expect(shown.related.lines).toMatchObject([{ amountMinor: -30_00, isInBoth: false }]);
  });

  test('PAY-19 an account that is kept by hand waits for its adoption, then follows', async () => {
    const account = accepted(
      await administrator.post('/admin/bank-accounts', {
        iban: HOUSE_IBAN,
        bankName: 'Banque du Marais',
        currency: 'EUR',
      }),
    ).account;
    expect(await sendMade([DAY_1, DAY_2])).toEqual(['statement.adoption', 'statement.adoption']);
    // Until then the difference is shown, and stops nothing (PAY-33).
    const { currencies } = accepted(await administrator.get('/admin/reconciliation?day=2026-12-02'));
    expect(currencies).toMatchObject([
      { isKept: false, bankMinor: 160_00, settlementMinor: 0, differenceMinor: 160_00, alarms: [] },
    ]);
    const path = `/admin/bank-accounts/${account.id}/adoption`;
    accepted(await administrator.post(path, { openingMinor: 100_00, day: '2026-11-30' }));
    await bank.runJobs();
    expect(await states()).toEqual(['S1 posted', 'S2 posted']);
  });

  test('PAY-18 a statement that names the RIB is of the account with its IBAN', async () => {
    await adoptAccount(administrator, 100_00);
    expect(await sendMade([{ ...DAY_1, account: HOUSE_IBAN.slice(4) }, DAY_2])).toEqual(['posted', 'posted']);
  });

  test('PAY-23 two accounts and currencies of one file are each for itself', async () => {
    await adoptAccount(administrator, 10_000);
    await adoptAccount(administrator, 1_000_000, { iban: 'FR9200000000010000000JPY174', currency: 'JPY' });
    const { file } = await send(fixture('08-two-statements-two-currencies.xml'));
    expect(outcomes(file)).toEqual(['posted', 'posted']);
  });
});

describe('PAY-20 PAY-22 what people decide of a statement that waits', () => {
  const release = async (id: string, choice: string) =>
    accepted(await administrator.post(`/admin/statements/${id}/release`, { release: choice })).statement;
  const balances = async () =>
    Object.fromEntries(
      (
        await rowsOf<{ code: string; balance: string }>(
          bank.database.db,
          sql`select chart_code as code, sum(balance)::text as balance from ledger_accounts
            where chart_code = 'reconciliation-differences' group by 1 having sum(balance) <> 0`,
        )
      ).map(({ code, balance }) => [code, Number(balance)]),
    );

  test('a gap is posted over: what is missing is a difference to explain', async () => {
    await adoptAccount(administrator, 100_00);
    const adopted = (await balances())['reconciliation-differences'] ?? 0;
    await sendMade([DAY_1, DAY_3]);
    const id = await idOf('S3');
    const shown = accepted(await administrator.get(`/admin/statements/${id}`));
    expect(shown.statement).toMatchObject({ code: 'statement.gap', differenceMinor: -30_00 });
    expect(shown.approvalSince).toBeNull();
    // What a checker would read before they approve it.
    const command = { operation: 'statements.release', input: { id, release: 'post' } };
    const { seen } = accepted(await administrator.post('/admin/approval-requirements', command));
    expect(seen).toMatchObject({ statementState: 'waiting', differenceMinor: -30_00, currency: 'EUR' });
    expect(await release(id, 'post')).toMatchObject({ state: 'posted' });
    expect((await balances())['reconciliation-differences']).toBe(adopted - 30_00);
    const late = await administrator.post(`/admin/statements/${id}/release`, { release: 'post' });
    expect(late.body.code).toBe('statement.not-waiting');
  });

  test('entries that another statement has are left out, and nothing is missing', async () => {
    await adoptAccount(administrator, 100_00);
    const adopted = await balances();
    await sendMade([DAY_1]);
    const both = { ...DAY_1, id: 'S1-2', day: '2026-12-02', entries: [...DAY_1.entries, ...DAY_2.entries] };
    // The bank books the first day's entries under that day again.
    const again = new TextEncoder().encode(
      new TextDecoder()
        .decode(camt053([both]))
        .replaceAll(/(<BookgDt><Dt>|<ValDt><Dt>)2026-12-02/g, '$12026-12-01'),
    );
    expect(outcomes((await send(again)).file)).toEqual(['statement.overlaps']);
    expect(await release(await idOf('S1-2'), 'leave-out-known')).toMatchObject({ state: 'posted' });
    expect(await balances()).toEqual(adopted);
    expect(await sendMade([DAY_3])).toEqual(['posted']);
  });

  test('PAY-23 one with the reference of another is posted once people say that it is another statement', async () => {
    await adoptAccount(administrator, 100_00);
    await sendMade([DAY_1, DAY_2]);
    const differs = async () =>
      accepted(await administrator.get('/admin/statements?state=refused')).statements.find(
        ({ code }: { code: string }) => code === 'statement.differs',
      );
    // The bank numbers a second statement of the day like the first.
    const other = { ...DAY_3, id: 'S2', entries: [{ amountMinor: 7_00, bankRef: 'C' }] };
    expect(await sendMade([other])).toEqual(['statement.differs']);
    const { id } = await differs();
    const early = await administrator.post(`/admin/statements/${id}/release`, { release: 'post' });
    expect(early.body.code).toBe('statement.not-waiting');
    expect(await release(id, 'other-statement')).toMatchObject({ state: 'posted', code: null });
    // Either of the two again is known.
    expect(await sendMade([other])).toEqual(['duplicate']);
    expect(await sendMade([DAY_2])).toEqual(['duplicate']);
    const again = await administrator.post(`/admin/statements/${id}/release`, { release: 'other-statement' });
    expect(again.body.code).toBe('statement.not-waiting');
    // A corrected version of one that is posted overlaps with it: nothing of it is posted twice without a further decision.
    const corrected = { ...other, entries: [...other.entries, { amountMinor: 1_00 }] };
    expect(await sendMade([corrected])).toEqual(['statement.differs']);
    const second = await differs();
    expect(await release(second.id, 'other-statement')).toMatchObject({
      state: 'waiting',
      code: 'statement.overlaps',
    });
    expect(await release(second.id, 'refuse')).toMatchObject({ code: 'statement.not-released' });
  });

  test('one that waits is refused for good', async () => {
    await adoptAccount(administrator, 100_00);
    await sendMade([DAY_1, DAY_3]);
    expect(await release(await idOf('S3'), 'refuse')).toMatchObject({
      state: 'refused',
      code: 'statement.not-released',
    });
  });
});
