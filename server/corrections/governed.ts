import { sql } from 'drizzle-orm';
import type { LossMotive } from '#domain/corrections/dispute.ts';
import type { ClaimLossMotive } from '#domain/corrections/receipt.ts';
import { Refusal } from '#domain/errors.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { peopleOfAccounts } from '../db/people-of-accounts.ts';
import { readMinor } from '../db/read-minor.ts';
import type { Governed } from '../work/governed.ts';
import { presentReceivable } from './collect-receivable.ts';
import { bearDispute, decideDispute, disputeById } from './disputes.ts';
import { claimById, giveClaimUp } from './give-claim-up.ts';
import { clientEntries, postingOfBooks } from './posting-queries.ts';
import { reversePosting } from './reverse-posting.ts';
import { type ReceiptCorrection, receiptOf, takeReceiptBack } from './take-receipt-back.ts';

/** The name of an account's client; null for none. */
async function holderNamed(tx: Db, accountId: string): Promise<string | null> {
  const [row] = await rowsOf<{ name: string }>(
    tx,
    sql`select p.display_name as name from client_accounts a join profiles p on p.user_id = a.user_id where a.id = ${accountId}::uuid`,
  );
  return row?.name ?? null;
}

const reversal: Governed<{ readonly id: string; readonly reason: string }> = {
  operation: 'corrections.reverse',
  async facts(tx, { id }) {
    const posting = await postingOfBooks(tx, id);
    if (!posting) throw new Refusal('not-found');
    const sides = clientEntries(posting);
    const [client] = sides;
    const entry = client ?? posting.entries[0];
    return {
      clientAccountId: client?.accountId ?? null,
      subjectId: id,
      amount: entry ? money(Math.abs(entry.amountMinor), entry.currency) : null,
      conditions: [],
      seen: { isReversed: posting.reversedBy !== null },
      shown: {
        bookingDay: posting.bookingDay,
        ...(entry ? { amountMinor: Math.abs(entry.amountMinor) } : {}),
      },
      deadline: null,
      // Of a transfer between two clients: who is tied to either has no vote on it (STAFF-40).
      notBy:
        sides.length > 1
          ? await peopleOfAccounts(
              tx,
              sides.map(({ accountId }) => accountId),
            )
          : [],
    };
  },
  execute: reversePosting,
};

const receipt: Governed<ReceiptCorrection> = {
  operation: 'corrections.create',
  async facts(tx, { postingId, rightAccountId }) {
    const { client, posting } = await receiptOf(tx, postingId);
    return {
      clientAccountId: client.accountId,
      subjectId: postingId,
      amount: money(client.amountMinor, client.currency),
      conditions: [],
      seen: { isReversed: false },
      shown: {
        bookingDay: posting.bookingDay,
        amountMinor: client.amountMinor,
        // Who gets the money is what the approval is about.
        ...(rightAccountId ? { rightAccount: await holderNamed(tx, rightAccountId) } : {}),
      },
      deadline: null,
      // Nor whose relative gets it (STAFF-40).
      notBy: rightAccountId ? await peopleOfAccounts(tx, [rightAccountId]) : [],
    };
  },
  execute: takeReceiptBack,
};

/** What a decision on a dispute is judged by. @throws Refusal `not-found`. */
async function disputeFacts(tx: Db, { id }: { readonly id: string }) {
  const dispute = await disputeById(tx, id);
  if (!dispute) throw new Refusal('not-found');
  return {
    clientAccountId: dispute.accountId,
    subjectId: id,
    amount: money(readMinor(dispute.amount), dispute.currency),
    conditions: [],
    seen: { state: dispute.state },
    shown: {
      reference: dispute.reference,
      bookingDay: legalDay(new Date(dispute.movedAt)),
      amountMinor: readMinor(dispute.amount),
    },
    deadline: null,
  };
}

const refund: Governed<{ readonly id: string; readonly action: 'refund' }> = {
  operation: 'corrections.decideDispute.refund',
  facts: disputeFacts,
  execute: decideDispute,
};

const loss: Governed<{ readonly id: string; readonly action: 'bear'; readonly motive: LossMotive }> = {
  operation: 'corrections.decideDispute.bear',
  facts: disputeFacts,
  execute: bearDispute,
};

const claim: Governed<{ readonly id: string; readonly motive: ClaimLossMotive }> = {
  operation: 'corrections.giveUp',
  async facts(tx, { id }) {
    const found = await claimById(tx, id);
    if (!found) throw new Refusal('not-found');
    const { owedMinor, currency } = presentReceivable(found);
    return {
      clientAccountId: found.accountId,
      subjectId: id,
      amount: money(owedMinor, currency),
      conditions: [],
      seen: { owedMinor },
      deadline: null,
    };
  },
  execute: giveClaimUp,
};

/** What others may have to approve of corrections (PAY-52 to PAY-55). */
export const GOVERNED_CORRECTION_OPERATIONS = [reversal, receipt, refund, loss, claim];
