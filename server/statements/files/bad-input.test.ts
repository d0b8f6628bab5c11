import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import { adoptAccount, fixture, sendBankFile } from '../../testing/bank-files.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { balancesOfCodes } from '../../testing/statements.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { pastTheGuards } from '../../testing/test-database.ts';
import { claimFile } from './file-queries.ts';
import { importBankFilesStep } from './import-step.ts';

/** Files that cannot be read as they are, of each kind (PAY-17, PAY-18): refused whole with their code, and nothing of them counts. */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;
let batch: { readonly id: string; readonly messageId: string };

beforeAll(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2026-12-01T10:00:00Z'));
  administrator = await bank.administrator();
  client = await bank.client();
  await bank.fund(client, 1_000_00);
  const ids: string[] = [];
  for (const amountMinor of [100_00, 60_00]) {
    const order = { amountMinor, iban: 'DE89370400440532013000', bankName: 'Banque' };
    const { withdrawal } = accepted(await client.post('/withdrawals', order));
    accepted(await administrator.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action: 'approve' }));
    ids.push(withdrawal.id);
  }
  ({ batch } = accepted(await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds: ids })));
  const settlement = (await balancesOfCodes(bank.database.db)).settlement ?? 0;
  await adoptAccount(administrator, -settlement);
});
afterAll(() => bank.close());

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf8 = (text: string) => new TextEncoder().encode(text);
const textOf = (name: string) => new TextDecoder().decode(fixture(name));

/** A sound file of each kind: a statement, details, and an answer that refuses all of our file. */
const SOUND = {
  'camt.053': () => textOf('01-v02-plain.xml'),
  'camt.054': () => textOf('05-camt054-of-the-batch.xml'),
  'pain.002': () =>
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
    <GrpHdr><MsgId>${newUuid()}</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${batch.messageId}</OrgnlMsgId><GrpSts>RJCT</GrpSts>
    <StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`,
} as const;
const KINDS = Object.keys(SOUND) as (keyof typeof SOUND)[];

const cut = (text: string, share: number) => utf8(text.slice(0, Math.floor(text.length * share)));
const afterDeclaration = (text: string, more: string) => text.replace(/(\?>)/, `$1${more}`);
const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;

/** What may be wrong with a file of any kind, and its code. */
const FAULTS: readonly (readonly [string, (sound: string) => Uint8Array, string])[] = [
  ['cut off after a third', (sound) => cut(sound, 1 / 3), 'file.malformed'],
  [
    'cut off before its last element',
    (sound) => utf8(sound.replace(/<\/Document>\s*$/, '')),
    'file.malformed',
  ],
  [
    'of another encoding than it says',
    (sound) => latin1(sound.replace('<MsgId>', '<MsgId>é')),
    'file.encoding',
  ],
  [
    'in an encoding that is not read',
    (sound) => utf8(sound.replace(/encoding="[^"]*"/, 'encoding="UTF-7"')),
    'file.encoding',
  ],
  ['of another kind', (sound) => utf8(sound.replace(/xsd:[a-z]+\.\d{3}/, 'xsd:camt.052')), 'file.kind'],
  ['without a namespace', (sound) => utf8(sound.replace(/ xmlns="[^"]*"/, '')), 'file.kind'],
  [
    'of a version that is not read',
    (sound) => utf8(sound.replace(/\.001\.\d{2}"/, '.001.01"')),
    'file.version',
  ],
  ['with a DOCTYPE', (sound) => utf8(afterDeclaration(sound, '<!DOCTYPE Document>')), 'file.dtd'],
  [
    'with entities that grow',
    (sound) => utf8(afterDeclaration(sound, '<!DOCTYPE a [<!ENTITY b "&c;&c;"><!ENTITY c "&d;&d;">]>')),
    'file.dtd',
  ],
  [
    'that nests without end',
    (sound) => utf8(sound.replace('<GrpHdr>', `${nested(100_000)}<GrpHdr>`)),
    'file.too-deep',
  ],
  ['with an element that is not closed', (sound) => utf8(sound.replace('</GrpHdr>', '')), 'file.malformed'],
];

/** What of a file could count: postings, transfers, lines. */
async function whatCounts() {
  const [rows] = await rowsOf<{ entries: number }>(
    bank.database.db,
    sql`select (select count(*) from ledger_entries)::int as entries, (select count(*) from bank_lines)::int as lines,
      (select count(*) from bank_statements)::int as statements,
      (select json_agg(w.phase order by w.id) from withdrawal_requests w) as phases`,
  );
  return rows;
}

describe.each(KINDS)('PAY-17 PAY-18 a %s', (kind) => {
  test.each(FAULTS)('%s is refused with its code, and nothing of it counts', async (_, spoil, code) => {
    const before = await whatCounts();
    const { file } = accepted(await sendBankFile(administrator, spoil(SOUND[kind]())));
    expect(file).toMatchObject({ state: 'refused', code, statements: [], answer: null });
    expect(await whatCounts()).toEqual(before);
  });
});

/** In the place of the amount of an entry and of its only detail. */
const AMOUNTS = [
  '535,12',
  '100000000000.01',
  '5.3512e2',
  '-535.12',
  '+535.12',
  '535.125',
  '5 35.12',
  '0x1F',
  '',
];

test.each(AMOUNTS)(
  'PAY-18 an amount of « %s » refuses its file, and nothing of it counts',
  async (written) => {
    const before = await whatCounts();
    const sound = SOUND['camt.053']();
    const content = utf8(sound.replace('<Amt Ccy="EUR">535.12', `<Amt Ccy="EUR">${written}`));
    expect(content).not.toEqual(utf8(sound));
    const { file } = accepted(await sendBankFile(administrator, content));
    expect(file).toMatchObject({ state: 'refused', code: 'file.amount', statements: [] });
    expect(await whatCounts()).toEqual(before);
  },
);

const long = (length: number) =>
  Array.from({ length }, (_, index) => ((index * 7919) % 36).toString(36).toUpperCase()).join('');

/** What is well-formed and could not be kept, looked up or reckoned with. */
test.each<readonly [string, (sound: string) => string]>([
  [
    'a reference of 6,000 characters',
    (sound) => sound.replace('<AcctSvcrRef>', `<AcctSvcrRef>${long(6000)}`),
  ],
  [
    'a statement with an id of 6,000 characters',
    (sound) => sound.replace(/<Stmt>\s*<Id>/, `$&${long(6000)}`),
  ],
  ['an account of 6,000 characters', (sound) => sound.replace('<IBAN>', `<IBAN>${long(6000)}`)],
  [
    'a batch of more than a file can hold',
    (sound) => sound.replace('<TxDtls>', '<Btch><NbOfTxs>3000000000</NbOfTxs></Btch><TxDtls>'),
  ],
  [
    'a page number that is none',
    (sound) =>
      sound.replace(
        '<ElctrncSeqNb>',
        '<StmtPgntn><PgNb>99999999999</PgNb><LastPgInd>true</LastPgInd></StmtPgntn><ElctrncSeqNb>',
      ),
  ],
  ['a day before there were banks', (sound) => sound.replace(/(<BookgDt>\s*<Dt>)2026/, '$10000')],
  ['a day that no calendar knows', (sound) => sound.replace(/(<BookgDt>\s*<Dt>)2026/, '$19999')],
])('PAY-18 %s refuses its file, and what waits is still listed', async (_, spoil) => {
  const before = await whatCounts();
  const sound = SOUND['camt.053']();
  expect(spoil(sound)).not.toBe(sound);
  const { file } = accepted(await sendBankFile(administrator, utf8(spoil(sound))));
  expect(file).toMatchObject({ state: 'refused', code: 'file.malformed', statements: [] });
  expect(await whatCounts()).toEqual(before);
  accepted(await administrator.get('/admin/bank-lines'));
});

/** What is odd and well-formed: it is read, and its lines are kept, listed and searched as they are. */
test.each<readonly [string, (sound: string) => string]>([
  ['in a currency that nobody has', (sound) => sound.replaceAll('EUR', 'XXQ')],
  [
    'with an emoji, blanks of all kinds and a sign of no character',
    (sound) => sound.replace('MME LEFEVRE', '\u{1f600}\u00a0\u2028\u202eX&#x85;'),
  ],
  ['with a name of 9,000 characters', (sound) => sound.replace('MME LEFEVRE', long(9000))],
  ['with a text of 9,000 characters', (sound) => sound.replace('<Ustrd>', `<Ustrd>${long(9000)}`)],
  [
    'with an IBAN that is none',
    (sound) => sound.replaceAll(/<IBAN>FR76[0-9]+(?=<\/IBAN><\/Id><\/DbtrAcct>)/g, "<IBAN>%_';--"),
  ],
  ['with nothing but its balances', (sound) => sound.replace(/<Ntry>.*<\/Ntry>/s, '')],
  [
    'of the account of somebody else, overdrawn',
    (sound) => sound.replaceAll('CRDT', 'DBIT').replace('<IBAN>', '<IBAN>DE89'),
  ],
])('PAY-18 a statement %s is read, and posts nothing', async (_, change) => {
  const before = (await whatCounts())?.entries;
  const sound = SOUND['camt.053']().replace(/<MsgId>[^<]*/, `<MsgId>${newUuid()}`);
  expect(change(sound)).not.toBe(sound);
  const { file } = accepted(await sendBankFile(administrator, utf8(change(sound))));
  expect(file).toMatchObject({ state: 'read', code: null });
  expect((await whatCounts())?.entries).toBe(before);
  accepted(await administrator.get('/admin/bank-lines'));
  accepted(await administrator.get(`/admin/statements/${file.statements[0].id}`));
});

test('PAY-17 a file that cannot be read for now holds up none that came after it', async () => {
  const { db } = bank.database;
  const names = ['11-does-not-add-up.xml', '12-two-equal-payments-and-pending.xml'];
  const ids: string[] = [];
  for (const name of names) ids.push(accepted(await sendBankFile(administrator, fixture(name))).file.id);
  const ofFile = (column: string) =>
    sql.raw(`(select id from bank_statements where bank_file_id = ${column})`);
  await pastTheGuards(db, async (tx) => {
    for (const id of ids) {
      await tx.execute(sql`delete from bank_lines where statement_id in ${ofFile(`'${id}'`)}`);
      await tx.execute(sql`delete from bank_statements where bank_file_id = ${id}::uuid`);
      await tx.execute(sql`update bank_files set state = 'received', code = null where id = ${id}::uuid`);
    }
    // The store has lost the content of the first.
    await tx.execute(sql`update bank_files set file_id = gen_random_uuid() where id = ${ids[0]}::uuid`);
  });
  await expect(importBankFilesStep(bank.bank)).rejects.toThrow('is gone');
  const states = await rowsOf<{ state: string }>(
    db,
    sql`select state from bank_files where id in (${ids[0]}::uuid, ${ids[1]}::uuid) order by received_at, name`,
  );
  expect(states.map(({ state }) => state).sort()).toEqual(['read', 'received']);
  await pastTheGuards(db, (tx) => tx.execute(sql`delete from bank_files where id = ${ids[0]}::uuid`));
});

test('PAY-18 half a yen refuses its file', async () => {
  const text = textOf('08-two-statements-two-currencies.xml');
  const content = text.replace(/(<Amt Ccy="JPY">\d+)(?:\.\d+)?/, '$1.5');
  const { file } = accepted(await sendBankFile(administrator, utf8(content)));
  expect(file).toMatchObject({ state: 'refused', code: 'file.amount', statements: [] });
});

describe('PAY-36 an answer of our bank', () => {
  const phases = () =>
    rowsOf<{ phase: string }>(bank.database.db, sql`select phase from withdrawal_requests order by id`);
  const notices = async () =>
    accepted(await client.get('/notifications')).notifications.filter(
      ({ kind }: { kind: string }) => kind === 'withdrawal-rejected',
    ).length;

  test('that was killed while it was read, that another node reads, and that two people send at once counts once', async () => {
    const content = utf8(SOUND['pain.002']());
    // What a killed process leaves: a kept file whose claim is over. Its answer had no effect yet (decision 0043).
    const { db } = bank.database;
    const truncated = accepted(await sendBankFile(administrator, cut(SOUND['pain.002'](), 0.5))).file;
    expect(truncated).toMatchObject({ state: 'refused' });
    expect((await phases()).map(({ phase }) => phase)).toEqual(['exported', 'exported']);
    const other = await bank.administrator();
    const both = await Promise.all(
      [administrator, other].map(async (person) => accepted(await sendBankFile(person, content))),
    );
    expect(both.map(({ isAgain }) => isAgain).sort()).toEqual([false, true]);
    expect((await phases()).map(({ phase }) => phase)).toEqual(['bank-refused', 'bank-refused']);
    const told = await notices();
    expect(told).toBe(2);
    const before = await whatCounts();
    // The process that read it was killed before it wrote that it had ended; the job of every minute reads it anew.
    const { id } = both[0].file;
    await db.execute(
      sql`update bank_files set state = 'received', claim = ${newUuid()}, claimed_until = clock_timestamp() - interval '1 second', ended_at = null
        where id = ${id}::uuid`,
    );
    await importBankFilesStep(bank.bank);
    expect(accepted(await administrator.get(`/admin/bank-files/${id}`)).file).toMatchObject({
      state: 'read',
      answer: { refused: 0, unchanged: 2 },
    });
    expect([await whatCounts(), await notices()]).toEqual([before, told]);
    // While one node reads a file, another leaves it alone.
    await db.execute(
      sql`update bank_files set state = 'received', claim = null, claimed_until = null, ended_at = null where id = ${id}::uuid`,
    );
    const claim = { bankFileId: id, id: newUuid() };
    expect(await claimFile(db, claim)).not.toBeNull();
    expect(await claimFile(db, { ...claim, id: newUuid() })).toBeNull();
  });
});
