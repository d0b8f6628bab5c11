import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { collectionDayOf } from '#domain/loans/collection-day.ts';
import { addDaysOf } from '#domain/time/calendars.ts';
import { addDays, instantIn, LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import { rowsOf } from '../db/database.ts';
import { MOVEMENTS } from '../ledger/record-transaction.ts';
import { draftMandate } from '../mandates/draft-mandate.ts';
import { exportDebits } from '../mandates/export-debits.ts';
import { planDirectDebits } from '../mandates/plan-direct-debits.ts';
import { recordFailure } from '../mandates/return-debit.ts';
import { settleBatchByHand } from '../mandates/settle-debits.ts';
import { signMandate } from '../mandates/sign-mandate.ts';
import { simulatedCheck } from '../payees/ask-payee.ts';
import { type Work, writeNow } from '../work/work.ts';
import type { DemonstrationClient } from './people.ts';

/** A step in the life of a mandate: its signature, the notice of a direct debit, its file, the bank's credit, and one that comes back. */
export interface DirectDebitEvent {
  readonly kind: 'direct-debit';
  readonly at: Date;
  readonly step: 'sign' | 'plan' | 'export' | 'settle' | 'return';
}

/** The account at another bank from which a client's last loan is collected, by the name in the address. */
const ACCOUNTS: Readonly<Record<string, { readonly iban: string; readonly bankName: string }>> = {
  'hugo.martel': { iban: 'FR7600000000000000000000582', bankName: 'Banque Exemple' },
};

const accountOf = (email: string) => ACCOUNTS[email.split('@')[0] ?? ''];

/** Days before a collection on which it is announced, within PAY-69's. */
const ANNOUNCED_DAYS = 16;

/**
 * The life of a mandate from two days after the payout up to today: each instalment is announced, sent to the bank two payment days before and credited.
 * The second comes back for want of funds and is collected at its second presentation (PAY-71).
 */
export function directDebitLife(
  email: string,
  { paidOutOn, dueDates, today }: { paidOutOn: string; dueDates: readonly string[]; today: Date },
): DirectDebitEvent[] {
  if (!accountOf(email)) return [];
  const events: DirectDebitEvent[] = [];
  const add = (step: DirectDebitEvent['step'], day: string, time: string) => {
    const at = instantIn(LEGAL_TIME_ZONE, day, time);
    if (at < today) events.push({ kind: 'direct-debit', at, step });
  };
  const later = (day: string, days: number) => addDaysOf('target-days', day, days);
  add('sign', addDays(paidOutOn, 2), '11:05');
  for (const [index, dueDate] of dueDates.entries()) {
    const collectionOn = collectionDayOf(dueDate);
    // From the collection: one that a weekend moved would be announced too early, which the job leaves to a later day.
    add('plan', addDays(collectionOn, -ANNOUNCED_DAYS), '06:30');
    add('export', later(collectionOn, -2), '10:15');
    add('settle', collectionOn, '11:30');
    if (index !== 1) continue;
    const returnedOn = later(collectionOn, 3);
    add('return', returnedOn, '09:40');
    add('export', later(returnedOn, 1), '10:15');
    add('settle', later(returnedOn, 3), '11:30');
  }
  return events;
}

/** Whose mandate it is, and at whose hands each step is taken. */
export interface DirectDebitContext {
  readonly client: Pick<DemonstrationClient, 'email' | 'firstName' | 'lastName'>;
  readonly accountId: string;
  readonly loanId: string;
  readonly institution: Institution;
  readonly byClient: Work;
  readonly byAdministrator: Work;
  readonly byJob: Work;
}

/** The value of a loan's nearest direct debit in a state. */
async function nearest(
  work: Work,
  loanId: string,
  column: 'id' | 'batch_id' | 'collection_on',
  state: string,
) {
  const [row] = await rowsOf<{ found: string }>(
    work.tx,
    sql`select ${sql.identifier(column)}::text as found from direct_debits
      where loan_id = ${loanId}::uuid and state = ${state} order by collection_on desc, attempt desc limit 1`,
  );
  if (!row) throw new Error(`no direct debit of loan ${loanId} is ${state}`);
  return row.found;
}

/** Takes a step in the life of a mandate, by the use case of real life. */
export async function liveDirectDebit(
  { step }: DirectDebitEvent,
  { client, accountId, loanId, institution, byClient, byAdministrator, byJob }: DirectDebitContext,
): Promise<void> {
  if (step === 'sign') {
    const account = accountOf(client.email);
    if (!account) throw new Error(`${client.email} has no account at another bank`);
    const name = `${client.firstName} ${client.lastName}`;
    const asked = simulatedCheck({ iban: account.iban, name, orderKind: 'mandate' }, byClient.now);
    const draft = await draftMandate(byClient, accountId, { loanId, ...account }, { institution, asked });
    const evidence = { origin: '127.0.0.1', factors: 'password', proof: '' };
    await signMandate(byClient, accountId, draft.id, evidence);
  }
  if (step === 'plan') await planDirectDebits(byJob, { day: legalDay(byJob.now) });
  if (step === 'export')
    await exportDebits(
      byAdministrator,
      institution,
      await nearest(byAdministrator, loanId, 'collection_on', 'announced'),
    );
  if (step === 'settle')
    await settleBatchByHand(byAdministrator, await nearest(byAdministrator, loanId, 'batch_id', 'exported'));
  if (step === 'return')
    await recordFailure(byAdministrator, await nearest(byAdministrator, loanId, 'id', 'settled'), 'AM04');
  // Later steps read what these posted.
  await writeNow(byAdministrator.tx, [byAdministrator], MOVEMENTS);
}
