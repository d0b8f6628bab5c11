import { and, eq } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import type { Frequency } from '#domain/standing-orders/schedule.ts';
import { executionDay, nominalDay } from '#domain/standing-orders/schedule.ts';
import { type StandingOrderInput, scheduleOf } from '#domain/standing-orders/standing-order.ts';
import { addDaysOf } from '#domain/time/calendars.ts';
import { addDays, instantIn, LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import { withdrawalRequests } from '../db/schema/index.ts';
import { simulatedCheck } from '../payees/ask-payee.ts';
import { decideWithdrawal } from '../withdrawals/decide-withdrawal.ts';
import { makeStandingOrder } from '../withdrawals/standing-orders/make-standing-order.ts';
import {
  runStandingOrdersEvening,
  runStandingOrdersMorning,
} from '../withdrawals/standing-orders/run-standing-orders.ts';
import type { Work } from '../work/work.ts';

/** The client programmes a transfer, whose first day is some days after. */
export interface ProgrammedTransfer {
  readonly kind: 'programmed-transfer';
  readonly at: Date;
  readonly amountMinor: number;
  readonly iban: string;
  readonly bankName: string;
  readonly recipientName: string;
  readonly frequency: Frequency;
  readonly firstInDays: number;
}

/** The bank's job tries the programmed transfers of a day. */
export interface ProgrammedAttempt {
  readonly kind: 'programmed-attempt';
  readonly at: Date;
  readonly job: 'standing-orders-morning' | 'standing-orders-evening';
  readonly day: string;
}

const inputOf = ({ kind: _, at, firstInDays, ...order }: ProgrammedTransfer): StandingOrderInput => ({
  ...order,
  firstDay: addDays(legalDay(at), firstInDays),
});

/** Days before today on which a client programmes a transfer, in the morning, by the name in the address. */
const PROGRAMMED: Readonly<
  Record<string, readonly (Omit<ProgrammedTransfer, 'kind' | 'at'> & { readonly daysAgo: number })[]>
> = {
  client: [
    {
      daysAgo: 84,
      amountMinor: 15_000,
      iban: 'FR7600000000000000000000485',
      bankName: 'Banque Exemple',
      recipientName: 'Camille Lemoine',
      frequency: 'monthly',
      firstInDays: 9,
    },
    {
      daysAgo: 1,
      amountMinor: 42_000,
      iban: 'DE89370400440532013000',
      bankName: 'Bank Beispiel',
      recipientName: 'Garage des Lilas',
      frequency: 'once',
      firstInDays: 10,
    },
  ],
  // More than the account holds each week: suspended after three failures.
  'lea.fontaine': [
    {
      daysAgo: 40,
      amountMinor: 40_000,
      iban: 'FR7600000000000000000000291',
      bankName: 'Banque Exemple',
      recipientName: 'Agence des Tilleuls',
      frequency: 'weekly',
      firstInDays: 3,
    },
  ],
};

/** The transfers that a client programmes, each with the attempts of the jobs up to today. */
export function programmedLife(
  email: string,
  today: Date,
): readonly (ProgrammedTransfer | ProgrammedAttempt)[] {
  return (PROGRAMMED[email.split('@')[0] ?? ''] ?? []).flatMap(({ daysAgo, ...transfer }) => {
    const day = addDays(legalDay(today), -daysAgo);
    const at = instantIn(LEGAL_TIME_ZONE, day, '09:20');
    const programmed: ProgrammedTransfer = { kind: 'programmed-transfer', at, ...transfer };
    return [programmed, ...attemptsOf(programmed, today)];
  });
}

/** When the jobs try a programmed transfer up to today (PAY-48): twice on each of its days, and on the morning of the next payment day. */
function attemptsOf(transfer: ProgrammedTransfer, today: Date): ProgrammedAttempt[] {
  const schedule = scheduleOf(inputOf(transfer));
  const attempts: ProgrammedAttempt[] = [];
  const isOnce = transfer.frequency === 'once';
  for (let index = 0; index === 0 || !isOnce; index += 1) {
    const nominal = nominalDay(schedule, index);
    if (nominal > legalDay(today)) break;
    const day = executionDay(nominal);
    const next = addDaysOf('target-days', day, 1);
    for (const [job, on, time] of [
      ['standing-orders-morning', day, '08:30'],
      ['standing-orders-evening', day, '18:30'],
      ['standing-orders-morning', next, '08:30'],
    ] as const)
      attempts.push({
        kind: 'programmed-attempt',
        at: instantIn(LEGAL_TIME_ZONE, on, time),
        job,
        day: on,
      });
  }
  return attempts.filter(({ at }) => at < today);
}

/** The client programmes the transfer; the name is checked once, as in the dialog. */
export async function programmeTransfer(
  work: Work,
  accountId: string,
  transfer: ProgrammedTransfer,
): Promise<void> {
  const { iban, recipientName: name } = transfer;
  const asked = simulatedCheck({ iban, name, orderKind: 'standing-order' }, transfer.at);
  await makeStandingOrder(work, accountId, inputOf(transfer), { mode: 'demo', asked });
}

const JOBS = {
  'standing-orders-morning': runStandingOrdersMorning,
  'standing-orders-evening': runStandingOrdersEvening,
} as const;

/**
 * The job tries what is due, and the staff validate and execute the transfer that it made.
 * @param decided the works of the staff, one for each decision.
 */
export async function attemptTransfers(
  work: Work,
  { job, day }: ProgrammedAttempt,
  of: {
    readonly accountId: string;
    readonly institution: Institution;
    readonly decided: readonly [Work, Work];
  },
): Promise<void> {
  const { accountId, institution, decided } = of;
  await JOBS[job](work, { day, institution });
  const made = await work.tx
    .select({ id: withdrawalRequests.id })
    .from(withdrawalRequests)
    .where(
      and(eq(withdrawalRequests.clientAccountId, accountId), eq(withdrawalRequests.createdAt, work.now)),
    );
  for (const { id } of made) {
    await decideWithdrawal(decided[0], { withdrawalId: id, action: 'approve' });
    await decideWithdrawal(decided[1], { withdrawalId: id, action: 'complete' });
  }
}
