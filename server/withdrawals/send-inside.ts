import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { houseRange, type IbanRange } from '#domain/accounts/iban-range.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { hasLegalBlock } from '../db/has-legal-block.ts';
import { balanceOf } from '../ledger/post.ts';
import type { Recorded } from '../ledger/record-transaction.ts';
import { notifyClient } from '../notifications/notify.ts';
import { insideRule } from '../payees/inside-rule.ts';
import type { Work } from '../work/work.ts';
import { lockBothAccounts, postInside } from './post-inside.ts';
import { accountForWithdrawal, lockWithdrawal, updateWithdrawal, type WithdrawalRow } from './queries.ts';
import { payeeOf } from './transfer-inside.ts';

/**
 * Posts a validated transfer to another client of the house (PAY-34). It goes through the steps of any transfer in one transaction: it is sent,
 * and settled with it.
 * @param withdrawal locked, in the phase `validated`.
 * @throws Refusal `transfer.payee-unavailable` and `transfer.currency-differs` for a payee who can no longer receive it.
 */
export async function sendInside(work: Work, withdrawal: WithdrawalRow): Promise<Recorded> {
  const {
    id,
    clientAccountId,
    clientIban: iban,
    clientBankName,
    recipientName,
    amount: amountMinor,
  } = withdrawal;
  const currency = withdrawal.currency as CurrencyCode;
  const payer = await accountForWithdrawal(work.tx, clientAccountId);
  if (!payer) throw new Error('a transfer has no account');
  const payee = await payeeOf(work, { iban, currency });
  await lockBothAccounts(work, payer, payee);
  const posted = await postInside(work, {
    id,
    amountMinor,
    currency,
    payer,
    payee,
    recipientName: recipientName ?? clientBankName,
  });
  const decided = { processedBy: work.actorId, processedAt: work.now };
  const { ledgerTransactionId } = posted;
  await updateWithdrawal(work.tx, id, { phase: 'sent', sentAt: work.now, ledgerTransactionId, ...decided });
  await updateWithdrawal(work.tx, id, { phase: 'settled', settledOn: legalDay(work.now) });
  return { ...posted, balanceAfterMinor: await balanceOf(work.tx, payer.ledgerAccountId) };
}

/** Validated transfers whose IBAN another client has who can receive them, the oldest first. Those of a file are the bank's by now. */
async function waitingInside(tx: Db, { bank, branch }: IbanRange): Promise<{ id: string; iban: string }[]> {
  return rowsOf(
    tx,
    sql`select w.id, w.client_iban as iban from withdrawal_requests w
      join client_accounts a on a.iban = w.client_iban and not a.iban_is_shared
      where w.status = 'approved' and w.phase = 'validated' and substr(w.client_iban, 5, 10) = ${bank + branch}
        and a.is_activated and a.currency = w.currency and a.id <> w.client_account_id
        and not ${hasLegalBlock(sql`a.id`)} and not ${hasLegalBlock(sql`w.client_account_id`)}
      order by w.created_at, w.id`,
  );
}

/**
 * One step of the minute's look at transfers inside the house that were held, or waited for a decision, and were let go since: the oldest is
 * posted, with both sides, by the house itself (PAY-34). Those that are asked for without a hold are posted at once.
 * @returns 1, or 0 when none is left.
 */
export async function sendInsideTransfers(
  work: Work,
  { institution }: { readonly institution: Institution },
): Promise<number> {
  const range = houseRange(institution);
  const waiting = range ? await waitingInside(work.tx, range) : [];
  if (waiting.length === 0) return 0;
  const isInside = await insideRule({ db: work.tx, institution, now: work.now });
  for (const { id, iban } of waiting) {
    const withdrawal = isInside(iban) ? await lockWithdrawal(work.tx, id) : null;
    // Refused, or posted by another node, while its lock was waited for.
    if (withdrawal?.phase !== 'validated') continue;
    const payer = await accountForWithdrawal(work.tx, withdrawal.clientAccountId);
    await sendInside(work, withdrawal);
    const { amount: amountMinor, currency } = withdrawal;
    if (payer) await notifyClient(work, payer.userId, 'withdrawal-completed', { amountMinor, currency });
    return 1;
  }
  return 0;
}
