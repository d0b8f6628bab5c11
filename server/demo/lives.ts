import { TIMETABLES } from '#domain/jobs/timetable.ts';
import { collectionDayOf, retryDaysOf } from '#domain/loans/collection-day.ts';
import type { DocumentKind } from '#domain/loans/documents.ts';
import { dueDatesFrom, firstPeriodOf } from '#domain/loans/first-period.ts';
import type { LoanAction } from '#domain/loans/phases.ts';
import type { RejectionReason } from '#domain/loans/request.ts';
import type { DialogueSheet } from '#domain/loans/solvency.ts';
import { type CurrencyCode, currencyOfCountry } from '#domain/money/currencies.ts';
import { addDays, firstOfMonth, instantIn, LEGAL_TIME_ZONE, legalDay } from '#domain/time/days.ts';
import type { RefusalReason } from '#domain/withdrawals/request.ts';
import { type DirectDebitEvent, directDebitLife } from './direct-debit-life.ts';
import type { DemonstrationClient } from './people.ts';
import { type ProgrammedAttempt, type ProgrammedTransfer, programmedLife } from './programmed-transfers.ts';
import { sheetOf } from './rented-sheet.ts';

/** Something that happens to a client of the demonstration. Amounts in minor units of the account's currency unless said. */
export type LifeEvent =
  | { readonly kind: 'activation'; readonly at: Date; readonly receivedMinor: number }
  | { readonly kind: 'iban'; readonly at: Date; readonly iban: string; readonly bankName: string }
  | {
      readonly kind: 'credit';
      readonly at: Date;
      readonly amountMinor: number;
      readonly currency: CurrencyCode;
      readonly description: string;
    }
  | {
      readonly kind: 'withdrawal';
      readonly at: Date;
      readonly amountMinor: number;
      readonly iban: string;
      readonly bankName: string;
      /** Who is paid; the client, at another bank, when absent. */
      readonly recipientName?: string;
      readonly actions: readonly ('approve' | 'process' | 'reject' | 'complete')[];
      readonly reasonCode?: RefusalReason;
    }
  | {
      readonly kind: 'loan';
      readonly at: Date;
      readonly amountMinor: number;
      readonly purpose: string;
      readonly durationMonths: 12 | 24 | 36 | 48 | 60 | 72;
      readonly monthlyIncomeMinor: number;
      readonly action?: LoanAction;
      readonly reasonCode?: RejectionReason;
      readonly reasonNote?: string;
      /** The dialogue sheet that the client confirms an hour later. */
      readonly sheet?: DialogueSheet;
      /** A document that they add after it. */
      readonly document?: DocumentKind;
    }
  | ProgrammedTransfer
  | ProgrammedAttempt
  | DirectDebitEvent
  /** The client tells of a difficulty and accepts a total suspension of their last loan two days later. */
  | { readonly kind: 'suspension'; readonly at: Date; readonly months: number }
  /** What the bank's jobs do for a loan at that moment. */
  | {
      readonly kind: 'servicing';
      readonly at: Date;
      readonly job: 'announce-instalments' | 'collect-morning' | 'collect-evening' | 'accrue-interest';
      readonly day: string;
    }
  | {
      readonly kind: 'fee';
      readonly at: Date;
      readonly amountMinor: number;
      readonly description: string;
      readonly reached: 'unpaid' | 'pending_validation' | 'paid';
    };

/** Hours after its request at which a loan is decided. */
export const DECIDED_AFTER_HOURS = 20;

/** The moments of the bank's jobs for a loan from its payout up to today: notices, collections with their retries, month ends (LC-69 to LC-71). */
function servicingOf(payout: Date, months: number, today: Date): LifeEvent[] {
  const moments: LifeEvent[] = [];
  const add = (job: Extract<LifeEvent, { kind: 'servicing' }>['job'], day: string) => {
    const at = instantIn(LEGAL_TIME_ZONE, day, TIMETABLES[job].at);
    if (at > payout && at < today) moments.push({ kind: 'servicing', at, job, day });
  };
  const first = firstPeriodOf(legalDay(payout), null);
  for (const dueDate of dueDatesFrom(first, months)) {
    add('announce-instalments', addDays(dueDate, -7));
    add('announce-instalments', addDays(dueDate, -1));
    for (const day of [collectionDayOf(dueDate), ...retryDaysOf(dueDate)]) {
      add('collect-morning', day);
      add('collect-evening', day);
    }
  }
  for (let month = 1; month <= months; month += 1)
    add('accrue-interest', addDays(firstOfMonth(legalDay(payout), month), -1));
  return moments;
}

export interface Life {
  readonly openedAt: Date;
  readonly events: readonly LifeEvent[];
}

const DAY_MS = 86_400_000;

/** A working hour of the day that lies `days` before today. */
function daysBefore(today: Date, days: number, hour: number, minute = 0): Date {
  const date = new Date(today.getTime() - days * DAY_MS);
  date.setUTCHours(hour, minute, 0, 0);
  return date;
}

/** The given day of the month that lies `months` before this one, in the morning. */
function dayOfMonth(today: Date, months: number, day: number, hour: number): Date {
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, day, hour, 12));
}

/** A little more or less each month, always the same for the same month. */
function varied(amountMinor: number, month: number, step: number): number {
  return amountMinor + ((month * 7) % 5) * step - 2 * step;
}

function regularLife(
  client: DemonstrationClient,
  today: Date,
  openedAt: Date,
  currency: CurrencyCode,
): LifeEvent[] {
  const events: LifeEvent[] = [];
  const step = currency === 'JPY' ? 500 : 1_250;
  for (let month = client.ageMonths; month >= 0; month -= 1) {
    if (client.income) {
      const { amountMinor, description, day } = client.income;
      events.push({
        kind: 'credit',
        at: dayOfMonth(today, month, day, 7),
        amountMinor: varied(amountMinor, month, step),
        currency,
        description,
      });
    }
    for (const outgoing of client.outgoings ?? []) {
      events.push({
        kind: 'withdrawal',
        at: dayOfMonth(today, month, outgoing.day, 9),
        amountMinor: outgoing.amountMinor,
        iban: outgoing.iban,
        bankName: outgoing.bankName,
        recipientName: outgoing.recipientName,
        actions: ['approve', 'complete'],
      });
    }
  }
  // Before the first income there may be too little money for the outgoings.
  const settledIn = new Date(openedAt.getTime() + 35 * DAY_MS);
  const lastComplete = daysBefore(today, 1, 12);
  return events.filter(
    ({ at, kind }) => at > (kind === 'withdrawal' ? settledIn : openedAt) && at < lastComplete,
  );
}

const EXAMPLE_BANK = {
  iban: 'FR7600000000000000000000291',
  bankName: 'Banque Exemple',
  recipientName: 'Agence des Tilleuls',
};

/** What is particular to each client, by the name in the address, so that no list of the demonstration lacks one of its states. */
const PARTICULAR_LIVES: Readonly<Record<string, (today: Date) => LifeEvent[]>> = {
  client: (today) => [
    {
      kind: 'loan',
      at: daysBefore(today, 128, 10, 20),
      amountMinor: 600_000,
      purpose: "Achat d'une camionnette d'occasion",
      durationMonths: 48,
      monthlyIncomeMinor: 241_850,
      action: 'approve',
    },
    {
      kind: 'fee',
      at: daysBefore(today, 96, 11, 5),
      amountMinor: 1_200,
      description: 'Duplicata de relevé annuel',
      reached: 'paid',
    },
    {
      kind: 'credit',
      at: daysBefore(today, 41, 14, 40),
      amountMinor: 18_500,
      currency: 'EUR',
      description: 'Remboursement - Mutuelle Exemple',
    },
    {
      kind: 'credit',
      at: daysBefore(today, 23, 16, 5),
      amountMinor: 32_000,
      currency: 'USD',
      description: 'Vente en ligne - table en chêne',
    },
    {
      kind: 'withdrawal',
      at: daysBefore(today, 17, 15, 30),
      amountMinor: 9_990,
      ...EXAMPLE_BANK,
      actions: ['reject'],
      reasonCode: 'payee-mismatch',
    },
    {
      kind: 'fee',
      at: daysBefore(today, 12, 9, 45),
      amountMinor: 850,
      description: "Frais d'opposition sur carte",
      reached: 'unpaid',
    },
    {
      kind: 'withdrawal',
      at: daysBefore(today, 1, 8, 55),
      amountMinor: 24_000,
      iban: 'DE89370400440532013000',
      bankName: 'Bank Beispiel',
      actions: [],
    },
  ],
  'ines.morel': (today) => [
    {
      kind: 'loan',
      at: daysBefore(today, 2, 17, 25),
      amountMinor: 1_200_000,
      purpose: 'Rénovation de la salle de bains',
      durationMonths: 60,
      monthlyIncomeMinor: 305_000,
      sheet: sheetOf(305_000, 72_000, { maritalStatus: 'married', dependants: 1 }),
      document: 'income',
    },
    {
      kind: 'withdrawal',
      at: daysBefore(today, 3, 13, 10),
      amountMinor: 15_000,
      ...EXAMPLE_BANK,
      actions: ['approve'],
    },
  ],
  'karim.benali': (today) => [
    {
      kind: 'loan',
      at: daysBefore(today, 5, 11, 40),
      amountMinor: 250_000,
      purpose: 'Formation professionnelle',
      durationMonths: 24,
      monthlyIncomeMinor: 198_400,
      action: 'process',
      sheet: sheetOf(198_200, 54_000, { employment: 'fixed-term', employedSince: '2025-02' }),
      document: 'identity',
    },
    {
      kind: 'withdrawal',
      at: daysBefore(today, 2, 10, 0),
      amountMinor: 30_000,
      iban: 'FR7600000000000000000000195',
      bankName: 'Banque Exemple',
      actions: ['process'],
    },
    {
      kind: 'fee',
      at: daysBefore(today, 30, 10, 15),
      amountMinor: 600,
      description: "Envoi d'un chéquier",
      reached: 'pending_validation',
    },
  ],
  'nora.keller': (today) => [
    {
      kind: 'loan',
      at: daysBefore(today, 45, 9, 35),
      amountMinor: 2_400_000,
      purpose: 'Véhicule électrique',
      durationMonths: 72,
      monthlyIncomeMinor: 512_000,
      action: 'reject',
      reasonCode: 'debt-ratio-too-high',
      reasonNote: 'Après étude de vos charges déclarées, le taux dépasse notre seuil de 35\u00a0%.',
    },
    {
      kind: 'fee',
      at: daysBefore(today, 20, 14, 20),
      amountMinor: 1_500,
      description: 'Attestation bancaire',
      reached: 'paid',
    },
  ],
  'yuki.tanaka': (today) => [
    {
      kind: 'loan',
      at: daysBefore(today, 60, 8, 15),
      amountMinor: 500_000,
      purpose: 'Matériel photographique',
      durationMonths: 24,
      monthlyIncomeMinor: 318_000,
      action: 'approve',
    },
    { kind: 'suspension', at: daysBefore(today, 14, 9, 20), months: 2 },
  ],
  // Late: what was borrowed is spent, and two instalments could not be collected.
  'lea.fontaine': (today) => [
    {
      kind: 'loan',
      at: daysBefore(today, 140, 10, 5),
      amountMinor: 300_000,
      purpose: 'Réparation de la toiture',
      durationMonths: 24,
      monthlyIncomeMinor: 176_000,
      action: 'approve',
    },
    {
      kind: 'withdrawal',
      at: daysBefore(today, 136, 9, 30),
      amountMinor: 285_000,
      ...EXAMPLE_BANK,
      actions: ['approve', 'complete'],
    },
  ],
  // Repaid: twelve instalments, the last of them a few weeks ago.
  'hugo.martel': (today) => [
    {
      kind: 'loan',
      at: daysBefore(today, 395, 10, 45),
      amountMinor: 120_000,
      purpose: 'Ordinateur portable',
      durationMonths: 12,
      monthlyIncomeMinor: 214_000,
      action: 'approve',
    },
    // Collected from an account at another bank.
    {
      kind: 'loan',
      at: daysBefore(today, 110, 10, 20),
      amountMinor: 200_000,
      purpose: 'Vélo électrique',
      durationMonths: 24,
      monthlyIncomeMinor: 214_000,
      action: 'approve',
    },
  ],
  'paul.girard': (today) => [
    {
      kind: 'loan',
      at: daysBefore(today, 1, 18, 5),
      amountMinor: 350_000,
      purpose: 'Dépenses de déménagement',
      durationMonths: 36,
      monthlyIncomeMinor: 187_000,
    },
  ],
};

function particularLife(client: DemonstrationClient, today: Date): LifeEvent[] {
  return PARTICULAR_LIVES[client.email.split('@')[0] ?? '']?.(today) ?? [];
}

/** The life of a demonstration client up to today, in order of time. */
export function livesOf(client: DemonstrationClient, today: Date): Life {
  const currency = currencyOfCountry(client.country);
  const openedAt =
    client.ageMonths === 0 ? daysBefore(today, 3, 9, 10) : dayOfMonth(today, client.ageMonths, 3, 9);
  const events: LifeEvent[] = [];
  if (client.isActivated) {
    const at = new Date(openedAt.getTime() + 2 * DAY_MS);
    events.push({ kind: 'activation', at, receivedMinor: client.firstDepositMinor ?? 0 });
    if (client.iban)
      events.push({
        kind: 'iban',
        at: new Date(at.getTime() + DAY_MS),
        iban: client.iban,
        bankName: 'Guichet Démo',
      });
  }
  events.push(
    ...regularLife(client, today, openedAt, currency),
    ...particularLife(client, today),
    ...programmedLife(client.email, today),
  );
  const loans = events.flatMap((event) =>
    event.kind === 'loan' && event.action === 'approve' ? [event] : [],
  );
  for (const { at, durationMonths } of loans) {
    const payout = new Date(at.getTime() + DECIDED_AFTER_HOURS * 3_600_000);
    events.push(...servicingOf(payout, durationMonths, today));
    const paidOutOn = legalDay(payout);
    if (at === loans.at(-1)?.at) {
      const dueDates = dueDatesFrom(firstPeriodOf(paidOutOn, null), durationMonths);
      events.push(...directDebitLife(client.email, { paidOutOn, dueDates, today }));
    }
  }
  return { openedAt, events: events.sort((a, b) => a.at.getTime() - b.at.getTime()) };
}
