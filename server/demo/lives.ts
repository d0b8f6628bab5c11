import type { LoanAction } from '#domain/loans/phases.ts';
import type { RejectionReason } from '#domain/loans/request.ts';
import { type CurrencyCode, currencyOfCountry } from '#domain/money/currencies.ts';
import type { WithdrawalReason } from '#domain/withdrawals/request.ts';
import type { DemonstrationClient } from './people.ts';

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
      readonly actions: readonly ('approve' | 'process' | 'reject' | 'complete')[];
      readonly reasonCode?: WithdrawalReason;
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
    }
  | {
      readonly kind: 'fee';
      readonly at: Date;
      readonly amountMinor: number;
      readonly description: string;
      readonly reached: 'unpaid' | 'pending_validation' | 'paid';
    };

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

const EXAMPLE_BANK = { iban: 'FR7600000000000000000000291', bankName: 'Banque Exemple' };

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
  events.push(...regularLife(client, today, openedAt, currency), ...particularLife(client, today));
  return { openedAt, events: events.sort((a, b) => a.at.getTime() - b.at.getTime()) };
}
