import { firstDayOf } from '../time/calendars.ts';
import { addDays, LEGAL_TIME_ZONE, legalDay, startOfDayIn } from '../time/days.ts';
import { addMonths } from './due-dates.ts';

/** The periods of a contract in days, as the legal parameters of its day say (LC-8). */
export interface ContractPeriods {
  /** The lender's time to agree (`agreement.days`, L312-24). Never extended (LC-12). */
  readonly agreementDays: number;
  /** The time in which no payment may be made (`lock.days`, L312-25). */
  readonly lockDays: number;
  /** Whether the lock ends on a working day only (`lock.extend`). */
  readonly isLockExtended: boolean;
  /** The client's time to withdraw from the contract (`withdrawal.days`, L312-19). */
  readonly withdrawalDays: number;
  /** Whether the time to withdraw ends on a working day only (`withdrawal.extend`). */
  readonly isWithdrawalExtended: boolean;
  /** Days from the acceptance to the reminder of the right to withdraw (`withdrawal.reminderDay`). */
  readonly reminderDays: number;
}

/** When the client wants the money: on the first day on which it may be paid, or once the time to withdraw is over (LC-44). */
export const PAYOUT_CHOICES = ['earliest', 'after-withdrawal'] as const;
export type PayoutChoice = (typeof PAYOUT_CHOICES)[number];

/** Every day (YYYY-MM-DD, Europe/Paris) and deadline of an accepted contract. A deadline is the first moment after its last day. */
export interface ContractClock {
  /** The day J. */
  readonly acceptanceDay: string;
  /** The last day without any payment (J+7). */
  readonly noPaymentUntilDay: string;
  readonly agreementLastDay: string;
  readonly agreementDeadline: Date;
  /** The first day on which the law allows the payout (J+8). */
  readonly earliestPayoutDay: string;
  /** The day on which the loan is paid out: one on which TARGET is open. */
  readonly payoutDay: string;
  /** J+14, before it is extended to a working day. */
  readonly plainWithdrawalLastDay: string;
  readonly withdrawalLastDay: string;
  readonly withdrawalDeadline: Date;
  readonly withdrawalReminderDay: string;
}

/** The end of a legal day: the first moment of the next one in Europe/Paris, from the zone's own rules (LC-10). */
export function endOfLegalDay(day: string): Date {
  return startOfDayIn(LEGAL_TIME_ZONE, addDays(day, 1));
}

/**
 * The days and deadlines of a contract from the instant of its acceptance (docs/rules.md, Days of a contract; LC-10 to LC-12). The day of the
 * acceptance is not counted.
 * @param contract residenceZone: the time zone of the borrower's home when it lies west of Paris, as `residenceZoneOf` finds it.
 */
export function contractClock(contract: {
  readonly acceptedAt: Date;
  readonly payoutChoice: PayoutChoice;
  readonly residenceZone: string | null;
  readonly periods: ContractPeriods;
}): ContractClock {
  const { acceptedAt, payoutChoice, residenceZone, periods } = contract;
  const acceptanceDay = legalDay(acceptedAt);
  const after = (days: number) => addDays(acceptanceDay, days);
  const extended = (day: string, isExtended: boolean) => (isExtended ? firstDayOf('working-days', day) : day);

  const agreementLastDay = after(periods.agreementDays);
  const noPaymentUntilDay = extended(after(periods.lockDays), periods.isLockExtended);
  const earliestPayoutDay = addDays(noPaymentUntilDay, 1);
  const plainWithdrawalLastDay = after(periods.withdrawalDays);
  const withdrawalLastDay = extended(plainWithdrawalLastDay, periods.isWithdrawalExtended);
  const withdrawalDeadline = laterEndOfDay(withdrawalLastDay, residenceZone);
  const payableFromDay = payoutChoice === 'earliest' ? earliestPayoutDay : legalDay(withdrawalDeadline);
  return {
    acceptanceDay,
    noPaymentUntilDay,
    agreementLastDay,
    agreementDeadline: endOfLegalDay(agreementLastDay),
    earliestPayoutDay,
    payoutDay: firstDayOf('target-days', payableFromDay),
    plainWithdrawalLastDay,
    withdrawalLastDay,
    withdrawalDeadline,
    withdrawalReminderDay: after(periods.reminderDays),
  };
}

/**
 * The time to withdraw from a contract that lacked a compulsory item (LC-55): some months and the plain days after the acceptance, moved to a working
 * day like the plain time.
 * @param contract months: `withdrawal.extended`.
 */
export function extendedWithdrawal(contract: {
  readonly acceptanceDay: string;
  readonly residenceZone: string | null;
  readonly periods: Pick<ContractPeriods, 'withdrawalDays' | 'isWithdrawalExtended'>;
  readonly months: number;
}): Pick<ContractClock, 'withdrawalLastDay' | 'withdrawalDeadline'> {
  const { acceptanceDay, residenceZone, periods, months } = contract;
  const plain = addDays(addMonths(acceptanceDay, months), periods.withdrawalDays);
  const withdrawalLastDay = periods.isWithdrawalExtended ? firstDayOf('working-days', plain) : plain;
  return { withdrawalLastDay, withdrawalDeadline: laterEndOfDay(withdrawalLastDay, residenceZone) };
}

/** The later of the two ends of a day, in Paris and in the zone of the borrower's home (LC-12). */
function laterEndOfDay(day: string, residenceZone: string | null): Date {
  const inParis = endOfLegalDay(day);
  if (residenceZone === null) return inParis;
  const atHome = startOfDayIn(residenceZone, addDays(day, 1));
  return atHome > inParis ? atHome : inParis;
}

/** The time zones of French territories west of Paris (LC-12), by the code of their country and the beginning of their postal codes. */
const ZONES_WEST_OF_PARIS: readonly (readonly [country: string, postalCodes: string, zone: string])[] = [
  ['BL', '97133', 'America/St_Barthelemy'],
  ['MF', '97150', 'America/Marigot'],
  ['GP', '971', 'America/Guadeloupe'],
  ['MQ', '972', 'America/Martinique'],
  ['GF', '973', 'America/Cayenne'],
  ['PM', '975', 'America/Miquelon'],
];

/** Where somebody lives. `country`: ISO 3166-1 alpha-2; postal codes count for France. */
export interface Home {
  readonly country: string | null;
  readonly postalCode: string | null;
}

const frenchPostalCode = ({ country, postalCode }: Home): string =>
  country === 'FR' ? (postalCode ?? '').replace(/\s/g, '') : '';

/** Wallis-et-Futuna, French Polynesia and New Caledonia have a law of consumer credit of their own: contracts are not offered there (LC-12). */
export function isInPacificCollectivity(home: Home): boolean {
  return ['WF', 'PF', 'NC'].includes(home.country ?? '') || /^98[678]/.test(frenchPostalCode(home));
}

/** The time zone of a home that lies in a French territory west of Paris, or null. */
export function residenceZoneOf(home: Home): string | null {
  const postalCode = frenchPostalCode(home);
  const found = ZONES_WEST_OF_PARIS.find(
    ([country, beginning]) => home.country === country || postalCode.startsWith(beginning),
  );
  return found?.[2] ?? null;
}

/** The days of an offer (YYYY-MM-DD) and the first moment at which it can no longer be accepted. */
export interface OfferClock {
  readonly offerDay: string;
  /** The last day before it is extended to a working day. */
  readonly plainLastDay: string;
  readonly lastAcceptanceDay: string;
  readonly deadline: Date;
}

/** How long an offer that left at an instant may be accepted (LC-34, L312-18). */
export function offerClock(offer: {
  readonly sentAt: Date;
  /** `offer.validDays`. */
  readonly validDays: number;
  /** `offer.extend`: whether it ends on a working day only. */
  readonly isExtended: boolean;
}): OfferClock {
  const offerDay = legalDay(offer.sentAt);
  const plainLastDay = addDays(offerDay, offer.validDays);
  const lastAcceptanceDay = offer.isExtended ? firstDayOf('working-days', plainLastDay) : plainLastDay;
  return { offerDay, plainLastDay, lastAcceptanceDay, deadline: endOfLegalDay(lastAcceptanceDay) };
}

/** For how many days after the lapse the lender may still agree (LC-51, a decision of the house). */
export const LATE_AGREEMENT_DAYS = 15;

/** The last day on which the lender may agree although the contract lapsed. */
export function lateAgreementLastDay(clock: Pick<ContractClock, 'agreementLastDay'>): string {
  return addDays(clock.agreementLastDay, LATE_AGREEMENT_DAYS);
}

/**
 * The payout day after a late agreement: not before the day after the client confirmed that they still want the credit, and not before
 * the day of the contract (LC-51, L312-24). The day J does not move.
 * @param confirmationDay YYYY-MM-DD, legal.
 */
export function latePayoutDay(clock: Pick<ContractClock, 'payoutDay'>, confirmationDay: string): string {
  const dayAfter = addDays(confirmationDay, 1);
  return firstDayOf('target-days', dayAfter > clock.payoutDay ? dayAfter : clock.payoutDay);
}
