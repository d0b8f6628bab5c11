import { sql } from 'drizzle-orm';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { type DebitDelays, dueDatesToAnnounce } from '#domain/mandates/direct-debit.ts';
import { UNUSED_MONTHS } from '#domain/mandates/mandate.ts';
import { addDaysOf, firstDayOf } from '#domain/time/calendars.ts';
import { legalDay } from '#domain/time/days.ts';
import { listed, rowsOf } from '../db/database.ts';
import { hasLegalBlock } from '../db/has-legal-block.ts';
import { readMinor } from '../db/read-minor.ts';
import { collectFromAccount, missAfterDebit } from '../loans/servicing/debit-instalment.ts';
import { announce } from '../notifications/live.ts';
import { notifyClient } from '../notifications/notify.ts';
import { parametersOn } from '../parameters/parameters-on.ts';
import type { Work } from '../work/work.ts';
import { cancelAnnounced, cancelDebit, firstTryOn } from './end-debits.ts';
import {
  insertDebit,
  loansOfMandates,
  lockDebits,
  lockLoans,
  lockMandate,
  updateMandate,
} from './queries.ts';
import { tellMandate } from './sign-mandate.ts';

/** Mandates or instalments in one transaction. */
const AT_ONCE = 100;

/** The dated values of direct debits on a day (PAY-2). */
export async function delaysOn(work: Pick<Work, 'tx'>, day: string): Promise<DebitDelays> {
  const dated = await parametersOn(work.tx, day, ['sdd.prenotificationDays', 'sdd.leadDays']);
  return { prenotificationDays: dated['sdd.prenotificationDays'], leadDays: dated['sdd.leadDays'] };
}

/** Mandates whose loan has ended, that were not used for 36 months, or that were prepared and not signed within a day (PAY-68). */
async function expireMandates(work: Work, day: string): Promise<number> {
  const ended = await rowsOf<{ id: string; is_loan_ended: boolean }>(
    work.tx,
    sql`select m.id, r.phase not in ('accepted', 'agreed', 'active') as is_loan_ended
      from mandates m join loan_requests r on r.id = m.loan_id
      where m.state in ('draft', 'active', 'suspended') and (r.phase not in ('accepted', 'agreed', 'active')
        or (m.state <> 'draft' and coalesce(m.last_used_on, m.signed_on) + make_interval(months => ${UNUSED_MONTHS}::int) <= ${day}::date)
        or (m.state = 'draft' and m.created_at < ${work.now.toISOString()}::timestamptz - interval '1 day'))
        and not exists (select from direct_debits d where d.mandate_id = m.id and d.state = 'exported')
      order by m.loan_id limit ${AT_ONCE}`,
  );
  for (const { id, is_loan_ended } of ended) {
    const mandate = await lockMandate(work.tx, id);
    if (!mandate || mandate.endedAt) continue;
    await cancelAnnounced(work, id);
    const expired = await updateMandate(work.tx, id, {
      state: 'expired',
      endReason: is_loan_ended ? 'loan-ended' : 'unused',
      endedAt: work.now,
      suspendedAt: null,
      suspensionCode: null,
      isToCall: false,
    });
    const loan = (await loansOfMandates(work.tx, [mandate.loanId])).get(mandate.loanId);
    if (loan && mandate.signedOn !== null) await tellMandate(work, loan, 'mandate-ended', expired);
  }
  return ended.length;
}

/** Direct debits whose file did not go out in time: their instalments are collected from the clients' accounts (LC-70). */
async function giveUpUnsent(work: Work, day: string, { leadDays }: DebitDelays): Promise<number> {
  const stillInTime = addDaysOf('target-days', firstDayOf('target-days', day), leadDays);
  const unsent = await lockDebits(
    work.tx,
    sql`id in (select id from direct_debits where state = 'announced' and collection_on < ${stillInTime}::date
      order by collection_on, id limit ${AT_ONCE})`,
  );
  for (const debit of unsent) await cancelDebit(work, debit, 'not-sent');
  if (unsent.length > 0) await announce(work, { staff: true }, ['mandates']);
  return unsent.length;
}

interface Due {
  readonly mandate_id: string;
  readonly reference: string;
  readonly iban: string;
  readonly creditor_identifier: string;
  readonly loan_id: string;
  readonly account_id: string;
  readonly user_id: string;
  readonly version: number;
  readonly number: number;
  readonly due_on: string;
  readonly amount: string | number;
}

/** Instalments that fall due soon and that a mandate in effect collects; what was paid in advance pays on the client's account (LC-71). */
function dueUnderMandate(
  work: Work,
  dueDates: readonly string[],
  loanIds: readonly string[] | null,
): Promise<Due[]> {
  const which = loanIds ? sql`and m.loan_id = any (${listed(loanIds, 'uuid')})` : sql``;
  return rowsOf<Due>(
    work.tx,
    sql`select m.id as mandate_id, m.reference, m.iban, m.creditor_identifier, m.loan_id, m.client_account_id as account_id, a.user_id,
        i.version, i.number, i.due_on::text as due_on, i.amount - i.paid_capital - i.paid_interest as amount
      from mandates m join loan_requests r on r.id = m.loan_id and r.phase = 'active'
      join loans l on l.id = m.loan_id and l.frozen is null and l.advance_held = 0
      join client_accounts a on a.id = m.client_account_id
      join loan_instalments i on i.loan_id = m.loan_id and not i.is_superseded and i.settled_on is null and i.missed_on is null
        and i.collect_at is not null and i.due_on = any (${listed(dueDates, 'text')}::date[])
      where m.state = 'active' and m.effective_on <= i.due_on and i.amount > i.paid_capital + i.paid_interest ${which}
        and not exists (select from direct_debits d where d.loan_id = i.loan_id and d.version = i.version and d.number = i.number
          and d.state <> 'cancelled')
        -- Frozen assets are not asked for at other banks either (PAY-62).
        and not ${hasLegalBlock(sql`m.client_account_id`)}
      order by i.due_on, m.loan_id limit ${AT_ONCE}`,
  );
}

/** Announces instalments as direct debits, once each and in time (PAY-69): from now on no job takes them from the client's account. */
async function announceDue(work: Work, day: string, delays: DebitDelays): Promise<number> {
  const dueDates = dueDatesToAnnounce(day, delays);
  const found = await dueUnderMandate(work, dueDates, null);
  if (found.length === 0) return 0;
  const loanIds = [...new Set(found.map(({ loan_id }) => loan_id))];
  await lockLoans(work.tx, loanIds);
  const due = await dueUnderMandate(work, dueDates, loanIds);
  for (const one of due) {
    const collectionOn = collectionDayOf(one.due_on);
    const key = { loanId: one.loan_id, version: one.version, number: one.number };
    const amount = readMinor(one.amount);
    await insertDebit(work.tx, {
      id: work.newId(),
      mandateId: one.mandate_id,
      clientAccountId: one.account_id,
      ...key,
      attempt: 1,
      amount,
      dueOn: one.due_on,
      collectionOn,
      state: 'announced',
      announcedOn: day,
    });
    await collectFromAccount(work.tx, key, null);
    await notifyClient(work, one.user_id, 'direct-debit-announced', {
      amountMinor: amount,
      currency: 'EUR',
      dueDate: collectionOn,
      iban: one.iban,
      reference: one.reference,
      creditorIdentifier: one.creditor_identifier,
    });
    await announce(work, { userId: one.user_id, staff: true }, ['mandates', 'loans']);
  }
  return found.length;
}

/** Instalments whose direct debit was refused before their collection day, which has come (LC-74, PAY-71). */
async function missRefused(work: Work, day: string): Promise<number> {
  const refused = await lockDebits(
    work.tx,
    sql`id in (select d.id from direct_debits d join loan_instalments i
        on i.loan_id = d.loan_id and i.version = d.version and i.number = d.number
      join loans l on l.id = d.loan_id and l.frozen is null and not ${hasLegalBlock(sql`d.client_account_id`)}
      where d.state = 'rejected' and d.collection_on <= ${day}::date and d.attempt = 1
        and i.missed_on is null and i.settled_on is null and not i.is_superseded and i.collect_at is null and i.amount > 0
      order by d.collection_on, d.id limit ${AT_ONCE})`,
  );
  let missed = 0;
  for (const debit of refused) if (await missAfterDebit(work, debit, debit.collectionOn)) missed += 1;
  return missed;
}

/**
 * One step of the day's work on direct debits (PAY-68 to PAY-71): mandates end, files that were not sent are given up, instalments are
 * announced, refused ones are missed.
 * @returns how many things it did.
 */
export async function planDirectDebits(work: Work, { day }: { readonly day: string }): Promise<number> {
  const today = legalDay(work.now) > day ? legalDay(work.now) : day;
  const delays = await delaysOn(work, today);
  return (
    (await expireMandates(work, today)) ||
    (await giveUpUnsent(work, today, delays)) ||
    (await announceDue(work, today, delays)) ||
    (await missRefused(work, today))
  );
}

/** The client's account is tried from this moment on, where the mandate allows it (PAY-71): the next morning of a payment day. */
export const nextTryAfterDebit = (day: string): Date => firstTryOn(addDaysOf('target-days', day, 1));
