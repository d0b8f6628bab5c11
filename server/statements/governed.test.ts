import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { adoptAccount, HOUSE_IBAN } from '../testing/bank-files.ts';
import { nextIban } from '../testing/next-iban.ts';
import { accepted, newBankLine } from '../testing/populated-makers.ts';
import { memberWith } from '../testing/staff.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner, pastTheGuards } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** Acts of two people on receipts, statements and accounts of the house are proposals of FOUR (decision 0056). */

let bank: TestBank;
let administrator: Person;
let payments: Person;
let accountant: Person;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-12-03T10:00:00Z'));
    administrator = await bank.administrator();
    payments = await memberWith(bank, ['payments']);
    accountant = await memberWith(bank, ['accountant']);
    client = await bank.client({ firstName: 'Zoé', lastName: 'Renard' });
  }),
);
afterEach(() => bank.close());

const turnOn = async () => accepted(await administrator.put('/admin/four-eyes', { isOn: true }));
const toClient = (amountMinor: number, of = client) => ({
  kind: 'client',
  accountId: of.accountId,
  amountMinor,
});
async function propose(by: Person, operation: string, input: object) {
  const about = { operation, input };
  const { seen } = accepted(await by.post('/admin/approval-requirements', about));
  const { status, body } = await by.post('/admin/proposals', { ...about, seen });
  return status === 200 ? body.proposal : { code: body.code };
}
const vote = async (by: Person, { id, inputHash }: { id: string; inputHash: string }) => {
  const { body } = await by.post(`/admin/proposals/${id}/approval`, { inputHash });
  return body.code ?? body.proposal.status;
};
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  `${status} ${body.code ?? ''}`;
const lineOf = async (id: string) =>
  accepted(await administrator.get('/admin/bank-lines')).lines.find((one: { id: string }) => one.id === id);

describe('PAY-30 FOUR-7 a receipt', () => {
  test('of up to the limit goes to the client who is proposed by one person; above it, or to another, others approve', async () => {
    await turnOn();
    const other = await bank.client();
    const small = await newBankLine(bank, 1_000_00);
    const large = await newBankLine(bank, 1_000_01);
    const give = (id: string, part: object) =>
      payments.post(`/admin/bank-lines/${id}/allocation`, { parts: [part] });
    expect(codeOf(await give(small, toClient(1_000_00, other)))).toBe('409 approval.required');
    accepted(await give(small, toClient(1_000_00)));
    const refused = await give(large, toClient(1_000_01));
    expect([codeOf(refused), refused.body.params.slots]).toEqual([
      '409 approval.required',
      'Comptable ou Opérations et paiements',
    ]);
  });

  test('FOUR-9 FOUR-10 FOUR-15 waits visibly, is approved by another, and its postings say by whom', async () => {
    await turnOn();
    const id = await newBankLine(bank, 2_000_00);
    const input = {
      id,
      parts: [toClient(1_500_00), { kind: 'return', reasonCode: 'AC01', amountMinor: 500_00 }],
    };
    const proposal = await propose(payments, 'bankLines.allocate', input);
    expect(proposal).toMatchObject({
      currency: 'EUR',
      seen: { payer: 'Zoé Renard', openMinor: 2_000_00 },
      shown: { clients: 'Zoé Renard' },
      slots: [{ roles: ['accountant', 'payments'] }],
    });
    expect((await lineOf(id)).approvalSince).toBe(proposal.madeAt);
    expect(await propose(payments, 'bankLines.allocate', input)).toEqual({ code: 'proposal.already-there' });
    expect(await vote(payments, proposal)).toBe('proposal.own');
    expect(await vote(accountant, proposal)).toBe('executed');
    const rows = await rowsOf(
      bank.database.db,
      sql`select p.kind, p.made_by as "by", p.approved_by as "approvedBy", t.author_id as author, t.approved_by as approver
        from bank_line_parts p join ledger_transactions t on t.id = p.ledger_transaction_id order by p.kind`,
    );
    const people = {
      by: payments.userId,
      approvedBy: accountant.userId,
      author: payments.userId,
      approver: accountant.userId,
    };
    expect(rows).toEqual([
      { kind: 'client', ...people },
      { kind: 'return', ...people },
    ]);
  });

  test('FOUR-12 of which forty vote at once is given once', async () => {
    await turnOn();
    const id = await newBankLine(bank, 3_000_00);
    const proposal = await propose(payments, 'bankLines.allocate', { id, parts: [toClient(3_000_00)] });
    const voters: Person[] = [];
    for (let each = 0; each < 5; each += 1) voters.push(await memberWith(bank, ['accountant']));
    const told = await Promise.all(
      Array.from({ length: 40 }, (_, index) => vote(voters[index % voters.length] as Person, proposal)),
    );
    expect(told.filter((one) => one === 'executed').length).toBe(1);
    expect((await client.get('/overview')).body.account.balanceMinor).toBe(3_000_00);
  });

  test('STAFF-40 that is shared with somebody’s relative is not theirs to approve', async () => {
    const relative = await bank.client();
    await asOwner(bank.database.db, (tx) =>
      tx.execute(sql`insert into declared_links (user_id, client_account_id, relation, declared_by, declared_at)
        values (${accountant.userId}::uuid, ${relative.accountId}::uuid, 'relative', ${accountant.userId}::uuid, now())`),
    );
    await turnOn();
    const id = await newBankLine(bank, 2_000_00);
    const parts = [toClient(1_999_00), toClient(1_00, relative)];
    const proposal = await propose(payments, 'bankLines.allocate', { id, parts });
    expect(proposal).toMatchObject({ client: null });
    expect(await vote(accountant, proposal)).toBe('staff.own-file');
    expect(await vote(administrator, proposal)).toBe('executed');
  });

  test('that cannot be sent back, or holds another sum, is not proposed at all', async () => {
    await turnOn();
    const id = await newBankLine(bank, 2_000_00);
    const part = { amountMinor: 2_000_01, reasonCode: 'CUST' };
    expect(await propose(payments, 'bankLines.return', { id, ...part })).toEqual({
      code: 'line.sum-differs',
    });
    expect(
      codeOf(await payments.post(`/admin/bank-lines/${id}/return`, { ...part, amountMinor: 1_00 })),
    ).toBe('409 approval.required');
  });
});

describe('PAY-19 PAY-22 PAY-33 the accounts of the house', () => {
  test('an account is kept by its statements once another approved it, and what is posted names them', async () => {
    const { account } = accepted(
      await accountant.post('/admin/bank-accounts', {
        iban: HOUSE_IBAN,
        bankName: 'Marais',
        currency: 'EUR',
      }),
    );
    await turnOn();
    const order = { openingMinor: 5_00, day: '2026-11-20' };
    const path = `/admin/bank-accounts/${account.id}/adoption`;
    expect(codeOf(await accountant.post(path, order))).toBe('409 approval.required');
    const proposal = await propose(accountant, 'bankAccounts.adopt', { id: account.id, ...order });
    // What would be posted is told; that entries by hand go on meanwhile makes nothing stale.
    expect(proposal).toMatchObject({ currency: 'EUR', shown: { differenceMinor: 5_00 } });
    await bank.fund(client, 3_00);
    expect(await vote(payments, proposal)).toBe('executed');
    const written = await rowsOf(
      bank.database.db,
      sql`select author_id as author, approved_by as approver from ledger_transactions where event = 'settlement-adoption'`,
    );
    expect(written).toEqual([{ author: accountant.userId, approver: payments.userId }]);
    const { accounts } = accepted(await administrator.get('/admin/bank-accounts'));
    expect(accounts[0]).toMatchObject({
      source: 'statements',
      adoptedBalanceMinor: 5_00,
      approvalSince: null,
    });
  });

  test('a difference is explained once another approved it; a difference that grew meanwhile is not', async () => {
    await adoptAccount(administrator, 0, { iban: nextIban() });
    const differ = () =>
      pastTheGuards(bank.database.db, async (tx) => {
        await tx.execute(sql`update bank_accounts set adopted_balance = adopted_balance + 500`);
      });
    await differ();
    await turnOn();
    const euro = async () => accepted(await administrator.get('/admin/reconciliation')).currencies[0];
    const input = { currency: 'EUR', note: 'Agios que la banque retire demain' };
    const stale = await propose(accountant, 'reconciliation.explain', input);
    expect(await euro()).toMatchObject({ isExplained: false, approvalSince: stale.madeAt });
    await differ();
    expect(await vote(payments, stale)).toBe('proposal.stale');
    const proposal = await propose(accountant, 'reconciliation.explain', input);
    expect(await vote(payments, proposal)).toBe('executed');
    expect(await euro()).toMatchObject({ differenceMinor: 10_00, isExplained: true, approvalSince: null });
    const kept = await rowsOf(
      bank.database.db,
      sql`select difference::int, proposal from reconciliation_explanations`,
    );
    expect(kept).toEqual([{ difference: 10_00, proposal: proposal.reference }]);
    const change = asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update reconciliation_explanations set difference = 1`),
    );
    await expect(change).rejects.toMatchObject({ cause: { message: /is not changed/ } });
  });
});
