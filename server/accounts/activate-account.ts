import type { Institution } from '#content/institution/schema.ts';
import { holdsAccounts } from '#domain/accounts/held-accounts.ts';
import { Refusal } from '#domain/errors.ts';
import { firstDeposit } from '#domain/ledger/postings.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { requireWithinMaximum } from '#domain/money/maximum.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { absentClient, earlierAct } from '../audit/earlier-act.ts';
import { areAssetsFrozen } from '../db/has-legal-block.ts';
import { paymentBanOf } from '../db/payment-ban.ts';
import { newClientLine, recordTransaction } from '../ledger/record-transaction.ts';
import { requireEntryByHand } from '../ledger/settlement.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { Work } from '../work/work.ts';
import { accountWithBalance, markActivated } from './queries.ts';

export interface Activated {
  readonly balanceMinor: number;
  readonly currency: CurrencyCode;
  /** Of the deposit; null when nothing was received. */
  readonly referenceNumber: string | null;
}

/** The refusal of an activation that comes too late: who activated the account, and when. */
const alreadyActivated = async ({ tx }: Work, accountId: string) =>
  new Refusal('account.already-activated', (await earlierAct(tx, 'accounts.activate', accountId)) ?? {});

/**
 * Activates an account and credits the first deposit that was received, in full: it is the client's own money and may be nothing
 * (docs/rules.md, Honest by design 4). The deposit is posted before the account is marked, because every posting locks the ledger before
 * the account; if someone else was faster the posting is undone with the refusal.
 * @param receivedMinor minor units of the account's currency, 0 or more.
 * @param institution null for the demonstration's own past.
 * @throws Refusal `not-found`; `client.removed` and `account.already-activated` with who and when; `request.invalid` above the maximum of a
 * first deposit; `account.no-deposits` for a deposit in a live finance company or at an intermediary (LC-6); `account.deposit-while-loan-open` for a deposit while a loan forbids payments (LC-14); `transfer.payee-unavailable` for a deposit under a
 * freeze of assets (PAY-62).
 */
export async function activateAccount(
  work: Work,
  accountId: string,
  receivedMinor: number,
  institution: Pick<Institution, 'mode' | 'status'> | null = null,
): Promise<Activated> {
  const account = await accountWithBalance(work.tx, accountId);
  if (!account) throw await absentClient(work.tx, accountId);
  if (account.isActivated) throw await alreadyActivated(work, account.id);
  // Neither a finance company nor an intermediary takes deposits from the public (LC-6, CMF L511-5, L519-1).
  if (receivedMinor > 0 && institution && !holdsAccounts(institution))
    throw new Refusal('account.no-deposits');
  if (receivedMinor > 0 && (await paymentBanOf(work.tx, account.id, work.now)))
    throw new Refusal('account.deposit-while-loan-open');
  // An account may be opened under a freeze of assets, and no money comes on it by hand; the refusal says nothing of a freeze (PAY-62).
  if (receivedMinor > 0 && (await areAssetsFrozen(work.tx, account.id)))
    throw new Refusal('transfer.payee-unavailable');
  const currency = account.currency as CurrencyCode;
  const { ledgerAccountId } = account;
  const received = money(receivedMinor, currency);
  const maximum = await parameterOn(work.tx, legalDay(work.now), 'maximum.first-deposit');
  requireWithinMaximum(received, maximum, 'receivedMinor');
  if (receivedMinor > 0) await requireEntryByHand(work.tx, currency, 'receivedMinor');

  const deposit =
    receivedMinor === 0
      ? null
      : await recordTransaction(work, {
          account: { id: account.id, ledgerAccountId, currency },
          posting: firstDeposit({ ledgerAccountId, currency }, received),
          causeId: account.id,
          line: newClientLine(work, 'DEP'),
          details: {},
        });
  if (!(await markActivated(work.tx, account.id))) throw await alreadyActivated(work, account.id);
  const balanceMinor = deposit?.balanceAfterMinor ?? account.balanceMinor;
  audit(work, {
    operation: 'accounts.activate',
    clientAccountId: account.id,
    subjectId: account.id,
    before: { isActivated: false, balanceMinor: balanceMinor - receivedMinor, currency },
    after: {
      isActivated: true,
      balanceMinor,
      receivedMinor,
      currency,
      ...(deposit ? { referenceNumber: deposit.referenceNumber } : {}),
    },
  });
  await notifyClient(work, account.userId, 'account-activated', { amountMinor: receivedMinor, currency });
  await announce(
    work,
    { userId: account.userId, staff: true },
    deposit ? ['account', 'transactions', 'clients'] : ['account', 'clients'],
  );
  return {
    balanceMinor,
    currency,
    referenceNumber: deposit?.referenceNumber ?? null,
  };
}
