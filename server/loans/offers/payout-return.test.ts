import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failedProofs } from '#domain/statements/daily-proof.ts';
import { proveBooks } from '../../ledger/daily-proofs.ts';
import {
  adoptAccount,
  camt053,
  camt054,
  type MadeEntry,
  orderDetail,
  sendBankFile,
} from '../../testing/bank-files.ts';
import { accept, agree, contractSteps, offerOn, requestForContract } from '../../testing/contract-path.ts';
import { lastMovement } from '../../testing/corrections.ts';
import {
  givePayoutAccount,
  OTHER,
  OUTSIDE,
  openFinanceCompany,
  PAYOUT,
} from '../../testing/finance-company.ts';
import { accepted } from '../../testing/populated-bank.ts';
import { balancesOfCodes } from '../../testing/statements.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/**
 * The payout of a loan through files of the bank alone (LC-6, PAY-38, PAY-40): out as pain.001, debited and given back by statements. After each
 * file bank and books prove, whatever the order and number of what comes back.
 */

const LOAN = 10_000_00;
/** What our bank has when the books begin. */
const OPENING = 50_000_00;

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;
let loanId: string;
/** What our bank says that we have, and how many statements it has sent. */
let bankMinor: number;
let statements: number;
const { phaseOf, contractOf, kinds, liveTo } = contractSteps(() => ({ bank, administrator, client }));

const give = (iban: string) => givePayoutAccount(client, loanId, iban);

beforeEach(
  unlessUnchanged(async () => {
    bank = await openFinanceCompany();
    administrator = await bank.administrator();
    client = await bank.client({ lastName: 'Concernée' });
    await adoptAccount(administrator, OPENING);
    loanId = await requestForContract(client);
    await offerOn(administrator, loanId);
    accepted(await accept(client, loanId));
    accepted(await give(OUTSIDE));
    accepted(await agree(await bank.administrator(), loanId));
    await liveTo(PAYOUT);
  }),
);
beforeEach(() => {
  bankMinor = OPENING;
  statements = 0;
});
afterEach(() => bank.close());

const payouts = async () => accepted(await client.get('/withdrawals')).withdrawals;

/** Sends the newest payout in a file. @returns how our bank names it, and the file. */
async function exported() {
  const [{ id }] = await payouts();
  const { batch } = accepted(
    await administrator.post('/admin/withdrawals/sepa-export', { withdrawalIds: [id] }),
  );
  const { body } = await administrator.get(`/admin/withdrawals/batches/${batch.id}/file.xml`);
  return {
    endToEndId: (id as string).replaceAll('-', ''),
    paymentId: batch.messageId as string,
    file: String(body),
  };
}

/** What fails of the proofs, in euro. */
const unproved = async () => failedProofs([...((await proveBooks(bank.database.db)).get('EUR') ?? [])]);

/** Imports the next statement of our bank; bank and books prove after it. */
async function statement(...entries: MadeEntry[]) {
  statements += 1;
  const made = { id: `R-${statements}`, day: `2026-12-${9 + statements}`, openingMinor: bankMinor, entries };
  const { file } = accepted(await sendBankFile(administrator, camt053([made], `M-${statements}`)));
  expect(file.statements).toMatchObject([{ state: 'posted' }]);
  bankMinor += entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  expect((await balancesOfCodes(bank.database.db)).settlement).toBe(-bankMinor);
  expect(await unproved()).toEqual([]);
}

const balance = async () => accepted(await client.get('/overview')).account.balanceMinor;
/** Where the first payout stands, what is on the client's account and what waits of lines. */
async function state() {
  const codes = await balancesOfCodes(bank.database.db);
  return [
    (await payouts()).at(-1).phase,
    await balance(),
    codes['payments-in-transit'] ?? 0,
    codes['incoming-suspense'] ?? 0,
  ];
}
const debit = ({ paymentId }: { paymentId: string }): MadeEntry => ({
  amountMinor: -LOAN,
  bankRef: 'D-1',
  details: orderDetail({ paymentId }),
});
const back = ({ endToEndId }: { endToEndId: string }, amountMinor = LOAN, bankRef = 'C-1'): MadeEntry => ({
  amountMinor,
  bankRef,
  details: orderDetail({ endToEndId, returnReason: 'AC04' }),
});
/** Gives what waits of the first line that a transfer of ours came back by to its client, as the screen proposes it. */
async function allocateWaiting() {
  const { lines } = accepted(await administrator.get('/admin/bank-lines'));
  for (const { id, openMinor } of lines)
    accepted(
      await administrator.post(`/admin/bank-lines/${id}/allocation`, {
        parts: [{ kind: 'client', accountId: client.accountId, amountMinor: openMinor }],
      }),
    );
}

describe('LC-6, PAY-40 the payout of a loan that comes back through the files of our bank', () => {
  test('is returned, asks for another account, and leaves again in a file that is settled', async () => {
    const out = await exported();
    expect(out.file).toContain(out.endToEndId);
    await statement(debit(out));
    expect(await state()).toEqual(['settled', 0, 0, 0]);
    await statement(back(out));
    expect(await state()).toEqual(['returned', LOAN, 0, 0]);
    expect(await phaseOf(loanId)).toBe('active');
    expect(await kinds()).toContain('loan-payout-returned');
    expect((await contractOf(loanId)).payout).toMatchObject({ isAsked: true, canChange: true });
    accepted(await give(OTHER));
    const again = await exported();
    expect(again.endToEndId).not.toBe(out.endToEndId);
    await statement({ ...debit(again), bankRef: 'D-2' });
    expect((await payouts()).map(({ phase }: { phase: string }) => phase)).toEqual(['settled', 'returned']);
    expect(await balance()).toBe(0);
    // The first comes back a second time, in a later file: nobody gets it by itself.
    await statement(back(out, LOAN, 'C-2'));
    expect(await state()).toEqual(['returned', 0, 0, LOAN]);
  });

  test('in the same statement before its debit', async () => {
    const out = await exported();
    await statement(back(out), debit(out));
    expect(await state()).toEqual(['returned', LOAN, 0, 0]);
  });

  test('in a statement before that of its debit: both match once the debit is there', async () => {
    const out = await exported();
    await statement(back(out));
    expect(await state()).toEqual(['exported', LOAN, 0, LOAN]);
    await statement(debit(out));
    expect(await state()).toEqual(['returned', LOAN, 0, 0]);
    expect((await contractOf(loanId)).payout.isAsked).toBe(true);
    expect(accepted(await client.get(`/loans/${loanId}`)).loan.freeze).toBe('payout-returned');
    expect(await unproved()).toEqual([]);
  });

  test('in parts: none is given by itself, and with the last that a person gives it is returned', async () => {
    const out = await exported();
    await statement(debit(out));
    await statement(back(out, 6_000_00, 'C-1'));
    await statement(back(out, 4_000_00, 'C-2'));
    expect(await state()).toEqual(['settled', 0, 0, LOAN]);
    await allocateWaiting();
    expect(await state()).toEqual(['returned', LOAN, 0, 0]);
    expect((await contractOf(loanId)).payout.isAsked).toBe(true);
    expect(await unproved()).toEqual([]);
    // What its client got is of the transfer now: the parts are not taken back one by one.
    const { postingId } = await lastMovement(bank, client);
    const reason = 'Rendu deux fois par erreur';
    expect((await administrator.post(`/admin/postings/${postingId}/reversal`, { reason })).body.code).toBe(
      'posting.not-reversible',
    );
  });

  test.each(['after its statement', 'before its statement'])(
    'as one of the details of a collective credit, whose camt.054 comes %s',
    async (when) => {
      const out = await exported();
      await statement(debit(out));
      const collective = { amountMinor: LOAN + 5_00, bankRef: 'C-9' };
      const details = () =>
        sendBankFile(
          administrator,
          camt054(
            [
              {
                id: 'N-1',
                day: '2026-12-11',
                openingMinor: 0,
                entries: [
                  {
                    ...collective,
                    details: `${orderDetail({ endToEndId: out.endToEndId, returnReason: 'AC04' }, LOAN)}${orderDetail({}, 5_00)}`,
                  },
                ],
              },
            ],
            'N-1',
          ),
        );
      if (when.startsWith('before')) accepted(await details());
      await statement({ ...collective, details: '<Btch><NbOfTxs>2</NbOfTxs></Btch>' });
      if (when.startsWith('after')) accepted(await details());
      expect(await state()).toEqual(['returned', LOAN, 0, 5_00]);
      expect(await unproved()).toEqual([]);
      // The same details again change nothing.
      accepted(await details());
      expect(await state()).toEqual(['returned', LOAN, 0, 5_00]);
    },
  );
});
