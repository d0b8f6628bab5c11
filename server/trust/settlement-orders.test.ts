import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paymentReference } from '#domain/statements/references.ts';
import { rowsOf } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import { unexplainedBalances } from '../ledger/open-items.ts';
import { faultsOfBooks } from '../operations/books.ts';
import { openAdoptedBank } from '../testing/adopted-bank.ts';
import { ACCOUNT, detail, type Entry, entryXml, file, statementXml } from '../testing/bank-entries.ts';
import { HOUSE_IBAN, sendBankFile } from '../testing/bank-files.ts';
import { accepted } from '../testing/populated-bank.ts';
import { report, seedOf, sizeOf } from '../testing/size.ts';
import type { ClientPerson, Person, TestBank } from '../testing/test-bank.ts';

/**
 * Section 21 of the payments, with all that a bank says of orders: files of them, answers in part, debits of whole files, returns, recalls, reversals,
 * collective entries with their details before or after, and files that are refused. Settlement stays what our bank says, and everything open is explained.
 */

const RUNS = sizeOf('SETTLEMENT_ORDERS', 2);
const STEPS = 24;
const OPENING = 20_000_00;
const PAYEE = 'DE89370400440532013000';

let bank: TestBank;
let administrator: Person;
let clients: ClientPerson[];
/** The end of the last statement that our bank has written, imported or not. */
let closingMinor: number;
let written: number;
/** Collective entries whose details the bank has not told yet. */
let untold: { readonly ref: string; readonly day: string; readonly amounts: readonly number[] }[];

beforeEach(async () => {
  ({ bank, administrator, clients } = await openAdoptedBank(OPENING));
  closingMinor = OPENING;
  written = 0;
  untold = [];
});
afterEach(() => bank.close());

type Dice = () => number;

const dayOf = (number: number) => new Date(Date.UTC(2022, 7, number)).toISOString().slice(0, 10);

/** The next statement of our bank, in order of days. Each brings money of somebody unknown, so that no balance comes twice (PAY-22). */
function nextStatement(entries: readonly Entry[]): Uint8Array {
  written += 1;
  const strange = {
    amountMinor: 7_777_77,
    details: [detail(7_777_77, { name: 'Inconnu', iban: 'BE68539007547034' })],
  };
  const { xml, closing } = statementXml(`S${written}`, dayOf(written), closingMinor, [strange, ...entries]);
  closingMinor = closing;
  return file('camt.053.001.08', 'BkToCstmrStmt', xml);
}

interface Order {
  readonly id: string;
  readonly amount: number;
  readonly phase: string;
  readonly message: string | null;
}
const hex = (id: string) => id.replaceAll('-', '');
const pick = <Item>(items: readonly Item[], dice: Dice): Item | undefined =>
  items[dice() % Math.max(items.length, 1)];

/** Transfers and returns to senders, with the file in which they stand. */
const orders = () =>
  rowsOf<Order>(
    bank.database.db,
    sql`select w.id, w.amount::int as amount, w.phase, b.message_id as message from withdrawal_requests w
        left join withdrawal_batch_lines l on l.withdrawal_id = w.id and not l.is_released
        left join withdrawal_batches b on b.id = l.batch_id
      union all select r.id, r.amount::int, r.phase, b.message_id from return_orders r left join withdrawal_batches b on b.id = r.batch_id
      order by 1`,
  );

/** Whole files that our bank has not debited: as it writes them when it debits each as one entry. */
const FILE_OPEN = ['exported', 'accepted', 'sent', 'bank-refused', 'refused'];

/** What a bank could write now of our orders. */
async function entriesOfOrders(dice: Dice): Promise<Entry[]> {
  const all = await orders();
  const entries: Entry[] = [];
  const messages = [...new Set(all.flatMap(({ message }) => (message ? [message] : [])))];
  const message = pick(messages, dice);
  const ofFile = all.filter((one) => one.message === message);
  if (message && ofFile.every(({ phase }) => FILE_OPEN.includes(phase))) {
    const isOpen = ({ phase }: Order) => phase !== 'bank-refused' && phase !== 'refused';
    const debited = dice() % 2 === 0 ? ofFile.filter(isOpen) : ofFile;
    const sum = debited.reduce((total, { amount }) => total + amount, 0);
    if (sum > 0 && dice() % 3 !== 0)
      entries.push({
        amountMinor: -sum,
        ref: `F${message}`.slice(0, 30),
        batch: { messageId: message, count: debited.length },
      });
  }
  const one = pick(all, dice);
  if (one && dice() % 2 === 0 && ['sent', 'settled', 'exported', 'accepted'].includes(one.phase))
    entries.push({
      amountMinor: -one.amount,
      details: [detail(-one.amount, { endToEndId: hex(one.id), name: 'Bénéficiaire' })],
    });
  const back = pick(all, dice);
  if (back && dice() % 2 === 0) {
    const reason = ['AC04', 'FOCR', 'MS03', 'XX'][dice() % 4] as string;
    const told = {
      endToEndId: hex(back.id),
      name: 'Bénéficiaire',
      ...(dice() % 3 ? { returnReason: reason } : {}),
    };
    entries.push({
      amountMinor: back.amount,
      ...(told.returnReason ? {} : dice() % 2 ? { isReversal: true } : { code: 'PMNT/RCDT/RRTN' }),
      details: [detail(back.amount, told)],
    });
  }
  return entries;
}

/** What a bank could write now of anything else. */
async function otherEntries(dice: Dice): Promise<Entry[]> {
  const [{ number }] = (await rowsOf<{ number: string }>(
    bank.database.db,
    sql`select payment_number as number from client_accounts order by created_at, id offset ${dice() % 2} limit 1`,
  )) as [{ number: string }];
  const amountMinor = 1_00 + (dice() % 300_00);
  const amounts = [amountMinor, 1 + (dice() % 90_00)];
  const sum = amounts.reduce((total, part) => total + part, 0);
  const ref = `C${newUuid().slice(0, 20)}`;
  const collective: Entry = { amountMinor: sum, ref, batch: { count: 2 } };
  const named = { name: 'Payeur', text: paymentReference(Number(number)) };
  const kinds: readonly Entry[] = [
    { amountMinor, details: [detail(amountMinor, named)] },
    { amountMinor, ref, details: [detail(amountMinor, { ...named, endToEndId: 'X-1' })] },
    { amountMinor: -amountMinor, isReversal: true, details: [detail(-amountMinor, named)] },
    { amountMinor: sum, details: amounts.map((part) => detail(part, named)) },
    { amountMinor: sum + 1, details: amounts.map((part) => detail(part, named)) },
    { amountMinor: -(1 + (dice() % 5_00)), code: 'ACMT/MDOP/CHRG', text: 'FRAIS' },
    { amountMinor: 1 + (dice() % 5_00), code: 'ACMT/MDOP/CHRG', isReversal: true, text: 'FRAIS RENDUS' },
    { amountMinor: -(1 + (dice() % 9_00)), text: 'PRELEVEMENT INCONNU' },
    { amountMinor, status: 'PDNG', details: [detail(amountMinor, named)] },
    { amountMinor: 0, text: 'RIEN' },
    collective,
  ];
  const found = kinds.filter(() => dice() % 4 === 0);
  if (found.includes(collective)) untold.push({ ref, day: dayOf(written + 1), amounts });
  return found;
}

/** Files that are refused, or whose statement is: nothing of them counts. */
function badFile(dice: Dice): Uint8Array {
  const entry: Entry = { amountMinor: 123_45, details: [detail(123_45, { name: 'Personne' })] };
  const good = statementXml(`B${newUuid().slice(0, 8)}`, dayOf(written + 1), closingMinor, [entry]).xml;
  const whole = (xml: string, kind = 'camt.053.001.08') => file(kind, 'BkToCstmrStmt', xml);
  const make = [
    () => whole(statementXml('Bad', dayOf(written + 1), closingMinor, [entry], 1).xml),
    () => whole(good).slice(0, -40),
    () => whole(good.replace('123.45', '123,45')),
    () => whole(good.replace('123.45', '123.451')),
    () => whole(good, 'camt.052.001.08'),
    () => whole(good, 'camt.053.001.05'),
    () => whole(good.replace(HOUSE_IBAN, 'FR7630006000011234567890189')),
    () => whole(good.replace(/<Bal>.*?<\/Bal>/, '')),
    () => whole(statementXml('Old', '2021-01-01', closingMinor, [entry]).xml),
    () => new TextEncoder().encode(`<!DOCTYPE Document>${new TextDecoder().decode(whole(good))}`),
  ];
  return (make[dice() % make.length] as () => Uint8Array)();
}

/** An answer of our bank to one of our files: to all of it, or to some of its orders by name. */
async function answer(dice: Dice): Promise<Uint8Array | null> {
  const all = (await orders()).filter(({ message }) => message);
  const message = pick(all, dice)?.message;
  if (!message) return null;
  const words = ['ACTC', 'ACSP', 'ACSC', 'PDNG', 'RJCT', 'RJCT'];
  const named = all
    .filter((one) => one.message === message && dice() % 2 === 0)
    .map(({ id }) => {
      const word = pick(words, dice) as string;
      const why =
        word === 'RJCT'
          ? `<StsRsnInf><Rsn><Cd>${pick(['AC04', 'AM04', 'MS03'], dice)}</Cd></Rsn></StsRsnInf>`
          : '';
      return `<TxInfAndSts><OrgnlEndToEndId>${hex(id)}</OrgnlEndToEndId><TxSts>${word}</TxSts>${why}</TxInfAndSts>`;
    });
  const group = pick(['ACTC', 'PART', 'ACSC', null], dice);
  return file(
    'pain.002.001.10',
    'CstmrPmtStsRpt',
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId>${group ? `<GrpSts>${group}</GrpSts>` : ''}</OrgnlGrpInfAndSts>` +
      `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${message}</OrgnlPmtInfId>${named.join('')}</OrgnlPmtInfAndSts>`,
  );
}

/** The details of a collective entry, before it or after it. */
function details(dice: Dice): Uint8Array | null {
  const at = dice() % Math.max(untold.length, 1);
  const [told] = untold.splice(at, 1);
  if (!told) return null;
  const { ref, day, amounts } = told;
  const amountMinor = amounts.reduce((sum, amount) => sum + amount, 0);
  const parts = amounts.map((amount, index) =>
    detail(amount, { name: `Payeur ${index}`, iban: 'BE68539007547034' }),
  );
  const xml = `<Ntfctn><Id>N${ref}</Id>${ACCOUNT}${entryXml({ amountMinor, ref, batch: { count: 2 }, details: parts }, day)}</Ntfctn>`;
  return file('camt.054.001.08', 'BkToCstmrDbtCdtNtfctn', xml);
}

/** What staff and clients do between files. What a state forbids is refused, which is part of the sequence. */
const ACTS: readonly ((dice: Dice) => Promise<unknown>)[] = [
  async function order(dice) {
    const client = pick(clients, dice) as ClientPerson;
    const asked = { amountMinor: 1_00 + (dice() % 1_500_00), iban: PAYEE, bankName: 'Banque' };
    const { status, body } = await client.post('/withdrawals', asked);
    if (status === 200 && dice() % 5 > 0)
      await administrator.post(`/admin/withdrawals/${body.withdrawal.id}/decision`, { action: 'approve' });
  },
  async function exportFile() {
    const { exportable } = accepted(await administrator.get('/admin/withdrawals/batches'));
    const withdrawalIds = exportable.map(({ id }: { id: string }) => id);
    if (withdrawalIds.length > 0)
      await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds });
  },
  async function decide(dice) {
    const one = pick(await orders(), dice);
    const action = pick(['complete', 'complete', 'reject'], dice);
    if (one)
      await administrator.post(`/admin/withdrawals/${one.id}/decision`, {
        action,
        ...(action === 'reject' ? { reasonCode: 'account-closed' } : {}),
      });
  },
  async function refuseByBank(dice) {
    const one = pick(await orders(), dice);
    if (one) await administrator.post(`/admin/withdrawals/${one.id}/bank-refusal`, { bankReason: 'AC04' });
  },
  async function recall(dice) {
    const one = pick(await orders(), dice);
    for (const client of clients)
      if (one) await client.post(`/withdrawals/${one.id}/recall`, { reason: 'FRAD' });
  },
  // Another bank asks for a receipt back, and its client agrees: a transfer of theirs.
  async function giveBack(dice) {
    const client = pick(clients, dice) as ClientPerson;
    const { transactions } = accepted(await client.get('/transactions'));
    const moved = pick(transactions as { referenceNumber: string }[], dice);
    if (!moved) return;
    const made = await administrator.post('/admin/recalls', {
      referenceNumber: moved.referenceNumber,
      reason: 'DUPL',
    });
    if (made.status === 200)
      await client.post(`/recall-requests/${made.body.recall.id}/answer`, { action: 'accept' });
  },
  async function allocate(dice) {
    const line = pick(accepted(await administrator.get('/admin/bank-lines')).lines, dice) as
      | { id: string; openMinor: number }
      | undefined;
    if (!line) return;
    const amountMinor = dice() % 2 ? line.openMinor : 1 + (dice() % line.openMinor);
    const parts = [{ kind: 'client', accountId: clients[dice() % 2]?.accountId, amountMinor }];
    await administrator.post(`/admin/bank-lines/${line.id}/allocation`, { parts });
  },
  async function sendBack(dice) {
    const line = pick(accepted(await administrator.get('/admin/bank-lines')).lines, dice) as
      | { id: string; openMinor: number }
      | undefined;
    if (!line) return;
    const amountMinor = 1 + (dice() % line.openMinor);
    await administrator.post(`/admin/bank-lines/${line.id}/return`, { amountMinor, reasonCode: 'CUST' });
  },
  async function justify(dice) {
    const line = pick(accepted(await administrator.get('/admin/bank-lines?queue=to-justify')).lines, dice) as
      | { id: string }
      | undefined;
    const target = pick(['bank-charges', 'payments-in-transit', 'incoming-suspense', 'contested'], dice);
    if (line) await administrator.post(`/admin/bank-lines/${line.id}/justification`, { target });
  },
  async function correct(dice) {
    const postings = await rowsOf<{ id: string; event: string }>(
      bank.database.db,
      sql`select id, event from ledger_transactions where event in ('receipt-matched', 'suspense-allocation', 'outgoing-justified', 'reversal',
        'transfer-sent', 'correction', 'suspense-return-order', 'transfer-returned', 'bank-charges') order by occurred_at desc, id desc limit 12`,
    );
    const found = pick(postings, dice);
    if (!found) return;
    const reason = 'Une erreur de la maison';
    if (found.event === 'receipt-matched' || found.event === 'suspense-allocation')
      await administrator.post('/admin/corrections', { postingId: found.id, reason });
    else await administrator.post(`/admin/postings/${found.id}/reversal`, { reason });
  },
  async function dispute(dice) {
    const client = pick(clients, dice) as ClientPerson;
    const { transactions } = accepted(await client.get('/transactions'));
    const left = transactions.filter(({ event }: { event: string }) => event === 'transfer-sent');
    const moved = pick(left as { id: string }[], dice);
    if (moved) await client.post(`/transactions/${moved.id}/dispute`, {});
    const [open] = accepted(await administrator.get('/admin/disputes')).disputes;
    if (open) await administrator.post(`/admin/disputes/${open.id}/decision`, { action: 'refund' });
  },
];

async function postings(): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    bank.database.db,
    sql`select count(*)::int as count from ledger_transactions`,
  );
  return row?.count ?? 0;
}

async function expectRight(): Promise<void> {
  const proof = accepted(await administrator.get('/admin/reconciliation'));
  expect(proof.currencies).toMatchObject([
    { currency: 'EUR', bankMinor: closingMinor, differenceMinor: 0, booksSumMinor: 0 },
  ]);
  expect(await faultsOfBooks(bank.database.db)).toEqual([]);
  expect(await unexplainedBalances(bank.database.db)).toEqual([]);
  const below = await rowsOf(
    bank.database.db,
    sql`select id from ledger_accounts where holder_kind = 'client' and balance < 0`,
  );
  expect(below).toEqual([]);
}

test('PAY-33 PAY-36 PAY-38 PAY-40 PAY-41 settlement is what the bank says of all orders, whatever is refused, comes back, or is told twice', async () => {
  const seed = seedOf('settlement of orders');
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(1_000_000)), async (stream) => {
      const dice = () => stream.next().value as number;
      const sent: Uint8Array[] = [];
      let heldBack: Uint8Array[] = [];
      const send = async (content: Uint8Array | null) => {
        if (!content) return;
        sent.push(content);
        expect((await sendBankFile(administrator, content)).status).toBeLessThan(500);
      };
      const sendLate = async () => {
        for (const late of heldBack.reverse()) await send(late);
        heldBack = [];
      };
      for (let step = 0; step < STEPS; step += 1) {
        const kind = dice() % 10;
        if (kind < 3) {
          const statement = nextStatement([...(await otherEntries(dice)), ...(await entriesOfOrders(dice))]);
          // Some files come late, and those after them wait.
          if (dice() % 4 === 0) heldBack.push(statement);
          else await send(statement);
        } else if (kind === 3) await send(await answer(dice));
        else if (kind === 4 && dice() % 2) await send(details(dice));
        else if (kind === 4) {
          const before = await postings();
          await sendBankFile(administrator, badFile(dice));
          expect(await postings()).toBe(before);
        } else await ACTS[dice() % ACTS.length]?.(dice);
        if (dice() % 5 === 0) await sendLate();
        if (heldBack.length === 0) await expectRight();
      }
      await sendLate();
      const before = await postings();
      for (const again of sent.slice(0, dice() % (sent.length + 1))) await sendBankFile(administrator, again);
      expect(await postings()).toBe(before);
      await expectRight();
    }),
    { numRuns: RUNS, seed, endOnFailure: true },
  );
  report(
    `settlement of orders: ${RUNS} sequences of ${STEPS} steps, ${written} statements, always what the bank says`,
  );
}, 3_600_000);
