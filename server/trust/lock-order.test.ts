import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { nextIban } from '../testing/next-iban.ts';
import { accepted, LOAN_REQUEST, TEST_IBAN } from '../testing/populated-bank.ts';
import { randomFrom, seedOf, sizeFor, sizeOf } from '../testing/size.ts';
import {
  type Answer,
  type ClientPerson,
  openTestBank,
  type Person,
  type TestBank,
} from '../testing/test-bank.ts';
import { tokenOfLink } from '../testing/token-of-link.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/**
 * Use cases that move money or change a person, each against each other on the same client: whatever their locks are, no two wait for each
 * other in a circle (docs/lock-order.md). PGlite has one connection, on which nothing is ever at once.
 */

const ROUNDS = sizeOf('LOCK_ROUNDS', 1);
/** As many pairs as a run has time for, drawn by its seed; the whole tests and a soak run all of them. */
const PAIRS = sizeOf('LOCK_PAIRS', sizeFor({ small: 4, whole: 1_000 }));

let bank: TestBank;
beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
  }),
);
afterEach(() => bank.close());

interface Prepared {
  readonly client: ClientPerson;
  readonly staff: Person;
  readonly loanId: string;
  readonly withdrawalId: string;
  readonly feeId: string;
  /** A file for the bank, with another transfer of the client. */
  readonly batchId: string;
  readonly emailToken: string;
}

const ACTS: Readonly<Record<string, (on: Prepared) => Promise<Answer>>> = {
  credit: ({ client, staff }) =>
    staff.post(`/admin/clients/${client.accountId}/credits`, {
      amountMinor: 5_00,
      currency: 'EUR',
      description: 'Essai',
    }),
  'loan approval': ({ staff, loanId }) =>
    staff.post(`/admin/loans/${loanId}/decision`, { action: 'approve' }),
  'transfer execution': ({ staff, withdrawalId }) =>
    staff.post(`/admin/withdrawals/${withdrawalId}/decision`, { action: 'complete' }),
  'transfer request': ({ client }) =>
    client.post('/withdrawals', { amountMinor: 2_00, iban: TEST_IBAN, bankName: 'Banque du Marais' }),
  'transfer cancellation': ({ client, withdrawalId }) =>
    client.post(`/withdrawals/${withdrawalId}/cancellation`, {}),
  'loan request': ({ client }) => client.post('/loans', LOAN_REQUEST),
  activation: ({ client, staff }) =>
    staff.post(`/admin/clients/${client.accountId}/activation`, { receivedMinor: 0 }),
  'proof of the address': ({ emailToken }) =>
    bank.visitor().post('/profile/email/confirmation', { token: emailToken }),
  'fee creation': ({ client, staff }) =>
    staff.post(`/admin/clients/${client.accountId}/fees`, {
      amountMinor: 3_00,
      description: 'Frais d’essai',
    }),
  'fee declaration': ({ client, feeId }) => client.post(`/fees/${feeId}/declaration`, {}),
  'fee settlement': ({ staff, feeId }) => staff.post(`/admin/fees/${feeId}/settlement`, {}),
  'IBAN assignment': ({ client, staff }) =>
    staff.put(`/admin/clients/${client.accountId}/iban`, { iban: nextIban(), bankName: 'Banque du Marais' }),
  'batch export': ({ staff, withdrawalId }) =>
    staff.post('/admin/withdrawals/sepa-export', { withdrawalIds: [withdrawalId] }),
  'batch execution': ({ staff, batchId }) =>
    staff.post(`/admin/withdrawals/batches/${batchId}/execution`, {}),
  'batch cancellation': ({ staff, batchId }) =>
    staff.post(`/admin/withdrawals/batches/${batchId}/cancellation`, {}),
  removal: ({ client, staff }) => staff.delete(`/admin/clients/${client.accountId}`),
};

/** A client with an unproved address, money, a fee, a loan to decide, a transfer to execute, one in a batch, and a link that changes their address. */
async function prepare(staff: Person): Promise<Prepared> {
  const client = await bank.client({ isEmailUnproved: true });
  const mails = await rowsOf<{ link: string }>(
    bank.database.db,
    sql`select params ->> 'link' as link from outbox where recipient = ${client.email} and params ->> 'link' is not null`,
  );
  await bank.fund(client, 100_00);
  const approvedTransfer = async () => {
    const { withdrawal } = accepted(
      await client.post('/withdrawals', {
        amountMinor: 10_00,
        iban: TEST_IBAN,
        bankName: 'Banque du Marais',
      }),
    );
    accepted(await staff.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action: 'approve' }));
    return withdrawal.id as string;
  };
  const [withdrawalId, inBatch] = [await approvedTransfer(), await approvedTransfer()];
  const { batch } = accepted(
    await staff.post('/admin/withdrawals/sepa-export', { withdrawalIds: [inBatch] }),
  );
  // Before the request of a loan, which forbids fees (LC-14).
  const { fee } = accepted(
    await staff.post(`/admin/clients/${client.accountId}/fees`, { amountMinor: 3_00, description: 'Frais' }),
  );
  const { loan } = accepted(await client.post('/loans', LOAN_REQUEST));
  const emailToken = tokenOfLink(mails.at(-1)?.link ?? '');
  // As if the link led to another address: following it changes the address, which is a key that other rows wait for.
  await bank.database.db.execute(sql`update verifications set value = split_part(value, ' ', 1) || ' ' || ${`new-${client.email}`}
    where identifier like ${`%${client.userId}%`}`);
  return { client, staff, loanId: loan.id, withdrawalId, feeId: fee.id, batchId: batch.id, emailToken };
}

describe.runIf(process.env.GUICHET_TEST_DATABASE === 'postgresql')(
  'use cases on one client at one moment',
  () => {
    const names = Object.keys(ACTS);
    /** The server's own count, which it tells within a second. */
    const deadlocks = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      const [row] = await rowsOf<{ deadlocks: number }>(
        bank.database.db,
        sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
      );
      return row?.deadlocks;
    };
    const allPairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const));

    test(
      `${Math.min(PAIRS, allPairs.length)} of ${allPairs.length} pairs, ${ROUNDS} times each way round, never wait for each other in a circle`,
      async () => {
        const random = randomFrom(seedOf('pairs of use cases'));
        const pairs = allPairs
          .map((pair) => ({ pair, place: random() }))
          .sort((a, b) => a.place - b.place)
          .slice(0, PAIRS)
          .map(({ pair }) => pair);
        const [first, second] = [await bank.administrator(), await bank.administrator()];
        const odd: string[] = [];
        const before = await deadlocks();
        for (const [one, other] of pairs)
          for (let round = 0; round < ROUNDS * 2; round += 1) {
            const on = await prepare(first);
            const order = round % 2 === 0 ? [one, other] : [other, one];
            const answers = await Promise.all(
              // Twice each: a third transaction between two is what makes a circle of many.
              [...order, ...order].map((name, index) =>
                ACTS[name]?.({ ...on, staff: index % 2 === 0 ? first : second }),
              ),
            );
            for (const [index, answer] of answers.entries())
              if ((answer?.status ?? 599) >= 500)
                odd.push(
                  `${one} with ${other}: ${order[index % 2]} answered ${answer?.status} ${JSON.stringify(answer?.body).slice(0, 200)}`,
                );
          }
        expect(odd).toEqual([]);
        expect(await deadlocks()).toBe(before);
      },
      120_000 + ROUNDS * 60_000,
    );
  },
);
