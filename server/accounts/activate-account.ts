import { Refusal } from '#domain/errors.ts';
import { firstDeposit } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';
import { balanceOf } from '../ledger/post.ts';
import { recordTransaction } from '../ledger/record-transaction.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import type { Work } from '../work.ts';
import { lockAccount, updateAccount } from './queries.ts';

export interface Activated {
  readonly balanceMinor: number;
  readonly currency: CurrencyCode;
  /** Of the deposit; null when nothing was received. */
  readonly referenceNumber: string | null;
}

/**
 * Activates an account and credits the first deposit that was received, in full: it is the client's own money and may be nothing
 * (reading.md, « Honest by design » 4).
 * @param receivedMinor minor units of the account's currency, 0 or more.
 * @throws Refusal `not-found`; `account.already-activated`.
 */
export async function activateAccount(
  work: Work,
  accountId: string,
  receivedMinor: number,
): Promise<Activated> {
  const account = await lockAccount(work.tx, accountId);
  if (!account) throw new Refusal('not-found');
  if (account.isActivated) throw new Refusal('account.already-activated');
  const currency = account.currency as CurrencyCode;
  const { ledgerAccountId } = account;

  const deposit =
    receivedMinor === 0
      ? null
      : await recordTransaction(work, {
          account: { id: account.id, ledgerAccountId, currency },
          posting: firstDeposit({ ledgerAccountId, currency }, money(receivedMinor, currency)),
          causeId: account.id,
          referencePrefix: 'DEP',
          description: 'Premier versement',
        });
  await updateAccount(work.tx, account.id, { isActivated: true });
  await notifyClient(work, account.userId, 'account-activated', { amountMinor: receivedMinor, currency });
  await announce(
    work,
    { userId: account.userId, administrators: true },
    deposit ? ['account', 'transactions', 'clients'] : ['account', 'clients'],
  );
  return {
    balanceMinor: deposit ? deposit.balanceAfterMinor : await balanceOf(work.tx, ledgerAccountId),
    currency,
    referenceNumber: deposit?.referenceNumber ?? null,
  };
}
