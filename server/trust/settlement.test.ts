import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paymentReference } from '#domain/statements/references.ts';
import { rowsOf } from '../db/database.ts';
import { bankStatementFile, type MadeLine } from '../demo/bank-statement-file.ts';
import { newUuid } from '../ids.ts';
import { faultsOfBooks } from '../operations/books.ts';
import { openAdoptedBank } from '../testing/adopted-bank.ts';
import { HOUSE_IBAN, sendBankFile } from '../testing/bank-files.ts';
import { accepted } from '../testing/populated-bank.ts';
import { report, seedOf, sizeOf } from '../testing/size.ts';
import type { ClientPerson, Person, TestBank } from '../testing/test-bank.ts';

/**
 * Section 21 of the payments: after any sequence of files, orders, returns and corrections, settlement is what our bank says, the books sum to
 * zero and no client is below zero; files in any order, a part of them twice, change nothing of it.
 */

const RUNS = sizeOf('SETTLEMENTS', 3);
const STEPS = 14;
const OPENING = 10_000_00;

let bank: TestBank;
let administrator: Person;
let clients: ClientPerson[];
/** The end of the last statement that our bank has written, imported or not. */
let closingMinor: number;
let written: number;

beforeEach(async () => {
  ({ bank, administrator, clients } = await openAdoptedBank(OPENING));
  closingMinor = OPENING;
  written = 0;
});
afterEach(() => bank.close());

/** The next statement of our bank, in order of days, none of them to come. A return says why in its own element. */
function nextStatement(lines: readonly MadeLine[]): Uint8Array {
  written += 1;
  const day = new Date(Date.UTC(2022, 7, written)).toISOString().slice(0, 10);
  const content = bankStatementFile({
    id: `S${written}`,
    iban: HOUSE_IBAN,
    currency: 'EUR',
    day,
    openingMinor: closingMinor,
    lines,
  });
  closingMinor += lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const xml = new TextDecoder().decode(content);
  const returned = /<RmtInf><Ustrd>RETOUR<\/Ustrd><\/RmtInf>/g;
  return new TextEncoder().encode(
    xml.replace(returned, (part) => `${part}<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`),
  );
}

interface Sent {
  readonly id: string;
  readonly amount: number;
  readonly phase: string;
}

const transfers = (phase: string) =>
  rowsOf<Sent>(
    bank.database.db,
    sql`select id, amount::int as amount, phase from withdrawal_requests where phase = ${phase} order by created_at, id limit 2`,
  );

/** Lines that a bank could write now: for a client, for nobody, charges, an unknown debit, our transfers and their returns. */
async function linesFor(dice: () => number): Promise<MadeLine[]> {
  const [{ number }] = (await rowsOf<{ number: string }>(
    bank.database.db,
    sql`select payment_number as number from client_accounts order by created_at, id offset ${dice() % 2} limit 1`,
  )) as [{ number: string }];
  const amountMinor = 1_00 + (dice() % 400_00);
  const kinds: readonly MadeLine[] = [
    { amountMinor, name: 'Payeur', text: paymentReference(Number(number)) },
    { amountMinor, name: 'Inconnu', iban: 'BE68539007547034', text: 'RIEN' },
    { amountMinor: -(1 + (dice() % 9_00)), name: 'Banque', text: 'FRAIS', ownCode: 'B1' },
    { amountMinor: -(1 + (dice() % 9_00)), name: 'Inconnu', text: 'PRELEVEMENT' },
  ];
  const settled = (await transfers('sent')).map(({ id, amount }) => ({
    amountMinor: -amount,
    name: 'Bénéficiaire',
    text: 'VIREMENT',
    endToEndId: id.replaceAll('-', ''),
  }));
  const returned = (await transfers('settled')).slice(0, dice() % 2).map(({ id, amount }) => ({
    amountMinor: amount,
    name: 'Bénéficiaire',
    text: 'RETOUR',
    endToEndId: id.replaceAll('-', ''),
  }));
  const others = kinds.filter(() => dice() % 2 === 0);
  return [...others, ...settled.slice(0, dice() % 3), ...returned];
}

/** What staff and clients do between files. What a state forbids is refused, which is part of the sequence. */
const ACTS: readonly ((dice: () => number) => Promise<void>)[] = [
  async function order(dice) {
    const client = clients[dice() % clients.length] as ClientPerson;
    const asked = {
      amountMinor: 1_00 + (dice() % 2_000_00),
      iban: 'FR7630006000011234567890189',
      bankName: 'Banque du Marais',
    };
    const { status, body } = await client.post('/withdrawals', asked);
    if (status !== 200) return;
    for (const action of ['approve', 'complete'])
      await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action });
  },
  async function allocate(dice) {
    const { lines } = accepted(await administrator.get('/admin/bank-lines'));
    const line = lines[dice() % Math.max(lines.length, 1)];
    if (!line) return;
    const amountMinor = 1 + (dice() % line.openMinor);
    const parts = [{ kind: 'client', accountId: clients[dice() % 2]?.accountId, amountMinor }];
    accepted(await administrator.post(`/admin/bank-lines/${line.id}/allocation`, { parts }));
  },
  async function justify(dice) {
    const { lines } = accepted(await administrator.get('/admin/bank-lines?queue=to-justify'));
    const line = lines[dice() % Math.max(lines.length, 1)];
    if (line)
      await administrator.post(`/admin/bank-lines/${line.id}/justification`, { target: 'bank-charges' });
  },
  async function gesture(dice) {
    const credit = {
      amountMinor: 1 + (dice() % 40_00),
      currency: 'EUR',
      description: 'Geste',
      motive: 'gesture',
    };
    accepted(await administrator.post(`/admin/clients/${clients[dice() % 2]?.accountId}/credits`, credit));
  },
  async function correct(dice) {
    const postings = await rowsOf<{ id: string; event: string }>(
      bank.database.db,
      sql`select id, event from ledger_transactions where event in ('receipt-matched', 'suspense-allocation', 'commercial-gesture',
        'outgoing-justified', 'reversal', 'transfer-sent', 'correction', 'suspense-return-order') order by occurred_at desc, id desc limit 12`,
    );
    const found = postings[dice() % Math.max(postings.length, 1)];
    if (!found) return;
    const reason = 'Une erreur de la maison';
    if (found.event === 'receipt-matched' || found.event === 'suspense-allocation')
      await administrator.post('/admin/corrections', { postingId: found.id, reason });
    else await administrator.post(`/admin/postings/${found.id}/reversal`, { reason });
  },
  // A transfer that is disputed and refunded may come back all the same: its client is made whole once (PAY-55).
  async function dispute(dice) {
    const client = clients[dice() % clients.length] as ClientPerson;
    const { transactions } = accepted(await client.get('/transactions'));
    const left = transactions.filter(({ event }: { event: string }) => event === 'transfer-sent');
    const moved = left[dice() % Math.max(left.length, 1)];
    if (moved) await client.post(`/transactions/${moved.id}/dispute`, {});
    const [open] = accepted(await administrator.get('/admin/disputes')).disputes;
    if (open) accepted(await administrator.post(`/admin/disputes/${open.id}/decision`, { action: 'refund' }));
  },
  async function sendBack(dice) {
    const { lines } = accepted(await administrator.get('/admin/bank-lines'));
    const line = lines[dice() % Math.max(lines.length, 1)];
    if (!line) return;
    const amountMinor = 1 + (dice() % line.openMinor);
    await administrator.post(`/admin/bank-lines/${line.id}/return`, { amountMinor, reasonCode: 'CUST' });
  },
];

test('PAY-33 settlement is what the bank says after any sequence of files, orders, returns and corrections', async () => {
  const seed = seedOf('settlement');
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(1_000_000)), async (stream) => {
      const dice = () => stream.next().value as number;
      const sent: Uint8Array[] = [];
      let heldBack: Uint8Array[] = [];
      const send = async (content: Uint8Array) => {
        sent.push(content);
        accepted(await sendBankFile(administrator, content, { key: newUuid() }));
      };
      for (let step = 0; step < STEPS; step += 1) {
        if (dice() % 3 === 0) {
          const statement = nextStatement(await linesFor(dice));
          // Some files come late, and those after them wait.
          if (dice() % 3 === 0) heldBack.push(statement);
          else await send(statement);
        } else await ACTS[dice() % ACTS.length]?.(dice);
        if (dice() % 5 === 0 && heldBack.length > 0) {
          for (const late of heldBack.reverse()) await send(late);
          heldBack = [];
        }
      }
      for (const late of heldBack.reverse()) await send(late);
      for (const again of sent.slice(0, dice() % (sent.length + 1)))
        accepted(await sendBankFile(administrator, again, { key: newUuid() }));

      const proof = accepted(await administrator.get('/admin/reconciliation'));
      expect(proof.currencies).toMatchObject([
        { currency: 'EUR', bankMinor: closingMinor, differenceMinor: 0, booksSumMinor: 0 },
      ]);
      expect(await faultsOfBooks(bank.database.db)).toEqual([]);
      const below = await rowsOf(
        bank.database.db,
        sql`select id from ledger_accounts where holder_kind = 'client' and balance < 0`,
      );
      expect(below).toEqual([]);
    }),
    { numRuns: RUNS, seed, endOnFailure: true },
  );
  report(`settlement: ${RUNS} sequences of ${STEPS} steps, ${written} statements, always what the bank says`);
}, 3_600_000);
