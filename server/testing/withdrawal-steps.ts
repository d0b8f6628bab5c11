import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { rowsOf } from '../db/database.ts';
import {
  type CallOptions,
  type ClientPerson,
  openTestBank,
  type Person,
  type TestBank,
} from './test-bank.ts';

/** What the tests of withdrawals begin with, and ask. */

export const PAYEE_IBAN = 'FR7630006000011234567890189';
export const WITHDRAWAL = { amountMinor: 200_00, iban: PAYEE_IBAN, bankName: 'Banque du Marais' };

/** A client with 1 250 € and an administrator. */
export async function openWithdrawalBank() {
  const bank = await openTestBank();
  const client = await bank.client();
  const administrator = await bank.administrator();
  await bank.fund(client, 1_250_00);
  return { bank, client, administrator };
}

/** What is asked of the people that the test has at that moment. */
export function withdrawalSteps(
  people: () => { readonly bank: TestBank; readonly client: ClientPerson; readonly administrator: Person },
) {
  return {
    async request(overrides: Partial<typeof WITHDRAWAL> = {}): Promise<string> {
      const { status, body } = await people().client.post('/withdrawals', { ...WITHDRAWAL, ...overrides });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.withdrawal.id;
    },
    decide: (withdrawalId: string, decision: object, options?: CallOptions) =>
      people().administrator.post(`/admin/withdrawals/${withdrawalId}/decision`, decision, options),
    cancel: (withdrawalId: string, options?: CallOptions) =>
      people().client.post(`/withdrawals/${withdrawalId}/cancellation`, {}, options),
    async available(): Promise<{ balanceMinor: number; availableMinor: number }> {
      const { balanceMinor, availableMinor } = (await people().client.get('/overview')).body.account;
      return { balanceMinor, availableMinor };
    },
    /** The kinds of what the client was told of withdrawals, in order. */
    async kindsTold(): Promise<string[]> {
      const { bank, client } = people();
      const rows = await rowsOf<{ kind: string }>(
        bank.database.db,
        sql`select kind from notifications where user_id = ${client.userId}::uuid and kind like 'withdrawal%' order by created_at, id`,
      );
      return rows.map(({ kind }) => kind);
    },
  };
}
