import { formatIban } from '../accounts/iban.ts';
import { BUDGET_REASONS } from '../loans/rejection.ts';
import type { CurrencyCode } from '../money/currencies.ts';
import { formatMoney, formatRate } from '../money/format.ts';
import { money } from '../money/money.ts';
import { dayAsSaid, formatOfDay } from '../time/day-in-words.ts';
import { refusalWords } from '../withdrawals/refusal-sentence.ts';

/**
 * What a client is told of. Each kind has its sentence for the bell in `locales/<language>/notifications.json` and its mail in
 * `locales/<language>/mails.json`.
 */
export const NOTIFICATION_KINDS = [
  'account-created',
  'account-activated',
  'account-credited',
  'iban-assigned',
  'loan-requested',
  'loan-processing',
  'loan-approved',
  'loan-rejected',
  'loan-documents-asked',
  'loan-document-rejected',
  'loan-cancelled',
  'loan-to-transmit',
  'loan-transmitted',
  'loan-lender-accepted',
  'loan-lender-refused',
  'loan-not-transmitted',
  'loan-offered',
  'loan-declined',
  'loan-offer-expired',
  'loan-accepted',
  'loan-agreed',
  'loan-agreed-late',
  'loan-lapsed',
  'loan-paid-out',
  'loan-payout-account',
  'loan-payout-returned',
  'loan-payout-sent',
  'loan-withdrawal-right',
  'loan-withdrawn',
  'loan-sum-returned',
  'loan-instalment-announced',
  'loan-instalment-missed',
  'loan-indemnity-charged',
  'loan-payment-received',
  'loan-repaid',
  'loan-part-repaid',
  'loan-difficulty-received',
  'loan-difficulty-answered',
  'loan-measure-proposed',
  'loan-measure-accepted',
  'loan-freeze-lifted',
  'loan-due-day-changed',
  'loan-yearly-letter',
  'loan-measures-offered',
  'loan-formal-notice',
  'loan-accelerated',
  'loan-ficp-information',
  'loan-frozen',
  'loan-recovery-received',
  'loan-interest-returned',
  'loan-costs-taxed',
  'loan-withdrawal-extended',
  'withdrawal-requested',
  'withdrawal-held',
  'withdrawal-processing',
  'withdrawal-approved',
  'withdrawal-completed',
  'withdrawal-rejected',
  'withdrawal-returned',
  'recall-received',
  'recall-answered',
  'withdrawal-cancelled',
  'standing-order-made',
  'standing-order-changed',
  'standing-order-ended',
  'standing-order-tomorrow',
  'standing-order-executed',
  'standing-order-failed',
  'standing-order-suspended',
  'standing-order-ending',
  'mandate-signed',
  'mandate-changed',
  'mandate-suspended',
  'mandate-resumed',
  'mandate-ended',
  'direct-debit-announced',
  'direct-debit-failed',
  'direct-debit-given',
  'limit-lowered',
  'limit-raise-asked',
  'limit-raise-cancelled',
  'limit-raised',
  'fee-created',
  'fee-declared',
  'fee-paid',
  'movement-reversed',
  'receipt-taken-back',
  'receipt-claimed',
  'receivable-repaid',
  'receivable-given-up',
  'receivable-reopened',
  'dispute-received',
  'dispute-refunded',
  'dispute-under-review',
  'dispute-settled',
  'password-changed',
  'email-changed',
  'phone-changed',
  'second-factor-on',
  'second-factor-off',
  'passkey-added',
  'passkey-removed',
  'app-removed',
  'recovery-codes-renewed',
  'recovery-code-used',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/**
 * What a member of the staff is told of in their bell (FOUR-21): what waits for their approval or review, and how what they proposed ended. Their sentences
 * are `admin-proposals.notices`; a mail says how many wait, at most once an hour.
 */
export const STAFF_NOTICES = [
  'proposal-to-approve',
  'emergency-to-review',
  'emergency-contested',
  'emergencies-repeated',
  'proposal-executed',
  'proposal-refused',
  'proposal-stale',
  'proposal-expired',
] as const;
export type StaffNotice = (typeof STAFF_NOTICES)[number];

/** Told when e-mail, telephone, password or second factor change: a raise of limits begins again then (PAY-59). */
export const SECURITY_CHANGES = [
  'password-changed',
  'email-changed',
  'phone-changed',
  'second-factor-on',
  'second-factor-off',
  'passkey-added',
  'passkey-removed',
  'app-removed',
  'recovery-codes-renewed',
] as const satisfies readonly NotificationKind[];

/** What stays unread, also from one's own session: it may have been another person. */
const WARNINGS: ReadonlySet<NotificationKind> = new Set([
  ...SECURITY_CHANGES,
  'limit-raise-asked',
  'recovery-code-used',
]);

/**
 * Whether a notification is news to the person. What they did themselves is in the list of the bell, but read: an act of mine is not a
 * notice to me.
 * @param isOwnAct whether the person told is the one who acted.
 */
export function isNews(kind: NotificationKind, isOwnAct: boolean): boolean {
  return !isOwnAct || WARNINGS.has(kind);
}

/** Plain values as the event knew them; amounts travel as minor units beside their currency. */
export type NotificationParams = Readonly<Record<string, string | number>>;

/**
 * Kinds whose sentence speaks of an account with the house, or of what is taken from it: where it holds none, they speak of the client's space and of what
 * to transfer (LC-6).
 */
const SAID_ELSEWHERE: ReadonlySet<NotificationKind> = new Set([
  'account-created',
  'account-activated',
  'loan-instalment-announced',
  'loan-instalment-missed',
]);

/** The key of a notice's sentence in the catalogues. @param hasAccounts whether clients pay from accounts with the house (`holdsAccounts`). */
export function sentenceKeyOf(kind: NotificationKind, hasAccounts: boolean): string {
  const isElsewhere = !hasAccounts && SAID_ELSEWHERE.has(kind);
  return `notifications.${isElsewhere ? 'elsewhere' : 'kinds'}.${kind}`;
}

/** A word of the catalogues by its key, in the language of the reader. */
export type Word = (key: string) => string;

/** The last four characters of an account number are enough to recognise it, and nothing to steal from a mail or a glance. */
function maskedIban(iban: string): string {
  const text = formatIban(iban);
  return text.length <= 8 ? text : `${text.slice(0, 4)} •••• ${text.replace(/\s/g, '').slice(-4)}`;
}

/** The sentences of a refusal that depend on its case (LC-26): the FICP was consulted; free advice where income or ratio is the reason. */
function refusalSentences(
  { ficpConsulted, reasonCode }: NotificationParams,
  word: Word,
): Record<string, string> {
  const callsForAdvice = BUDGET_REASONS.some((reason) => reason === reasonCode);
  return {
    ficpConsulted: ficpConsulted ? word('loan-reasons.ficpConsulted') : '',
    budgetAdvice: callsForAdvice ? word('loan-reasons.budgetAdvice') : '',
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day (YYYY-MM-DD) as a sentence of the language says it: « 21 décembre 2026 ». */
function dayInWords(day: string, locale: string): string {
  const words = new Intl.DateTimeFormat(locale, { ...formatOfDay(locale), timeZone: 'UTC' }).format(
    new Date(day),
  );
  return dayAsSaid(words, locale);
}

/** What a payment says of its part that waits for a due date: nothing, a part, or all of it (LC-71). */
function advanceNote({ amountMinor, advanceMinor }: NotificationParams, word: Word): string {
  if (typeof advanceMinor !== 'number' || advanceMinor <= 0) return '';
  return word(`notifications.notes.${advanceMinor === amountMinor ? 'advanceWhole' : 'advance'}`);
}

/** The values of a notice about a loan in repayment; a note that does not apply is an empty text. */
function loanValues(params: NotificationParams, locale: string, word: Word): Record<string, string> {
  const { rateBps, isFirst, advanceMinor, indemnityMinor, lastTryOn, currency } = params;
  return {
    ...(typeof rateBps === 'number' ? { rate: formatRate(rateBps, locale) } : {}),
    ...(typeof isFirst === 'number'
      ? { firstNote: isFirst ? word('notifications.notes.firstInstalment') : '' }
      : {}),
    ...(typeof advanceMinor === 'number' ? { advanceNote: advanceNote(params, word) } : {}),
    ...(typeof indemnityMinor === 'number'
      ? {
          indemnityNote:
            indemnityMinor > 0
              ? word('notifications.notes.indemnity')
                  .replace(
                    '{{indemnity}}',
                    formatMoney(money(indemnityMinor, currency as CurrencyCode), locale),
                  )
                  .replace('{{day}}', dayInWords(String(lastTryOn), locale))
              : '',
        }
      : {}),
  };
}

/** What a notice says of late interest (L312-39): nothing where the contract bears none (LC-8). */
function lateNote(
  kind: NotificationKind,
  { bearsLateInterest }: NotificationParams,
  rate: string,
  word: Word,
): Record<string, string> {
  if (kind !== 'loan-instalment-missed' && kind !== 'loan-accelerated') return {};
  if (bearsLateInterest === 0) return { lateNote: '' };
  const note = kind === 'loan-accelerated' ? 'lateInterestWhole' : 'lateInterest';
  return { lateNote: word(`notifications.notes.${note}`).replace('{{rate}}', rate) };
}

/** The values of a notice about a direct debit; a note that does not apply is an empty text. */
function debitValues(params: NotificationParams, locale: string, word: Word): Record<string, string> {
  const { debitReason, retryOn, isSuspended } = params;
  return {
    ...(typeof debitReason === 'string'
      ? { debitReason: word(`notifications.debitReasons.${debitReason}`) }
      : {}),
    ...(typeof retryOn === 'string'
      ? {
          retryNote: retryOn
            ? word('notifications.notes.debitRetry').replace('{{day}}', dayInWords(retryOn, locale))
            : '',
        }
      : {}),
    ...(typeof isSuspended === 'number'
      ? { suspendedNote: isSuspended ? word('notifications.notes.mandateSuspended') : '' }
      : {}),
  };
}

/** What a withdrawal from a contract leaves to do (LC-57): nothing was paid out; all is paid already; the whole sum is owed, or the rest of it. */
export const WITHDRAWAL_OUTCOMES = ['nothing', 'settled', 'whole', 'rest'] as const;
export type WithdrawalOutcome = (typeof WITHDRAWAL_OUTCOMES)[number];

/** What comes after a withdrawal, in words. Notices of before 23 November 2026 have the French sentence itself as `next`. */
function withdrawnValues(params: NotificationParams, locale: string, word: Word): Record<string, string> {
  const { outcome, currency } = params;
  if (typeof outcome !== 'string') return {};
  const sentence = word(`notifications.notes.withdrawn.${outcome}`).replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => {
      const minor = params[`${name}Minor`];
      return typeof minor === 'number'
        ? formatMoney(money(minor, currency as CurrencyCode), locale)
        : dayInWords(String(params[name]), locale);
    },
  );
  const isOwed = outcome === 'whole' || outcome === 'rest';
  const gap = /[\u3001-\u9fff]/.test(sentence) ? '' : ' ';
  // A house without accounts is paid by transfer (LC-6).
  const how = params.paysElsewhere ? 'howElsewhere' : 'how';
  return { next: isOwed ? `${sentence}${gap}${word(`notifications.notes.withdrawn.${how}`)}` : sentence };
}

/** Why a request for a loan, or a transfer, was refused or came back, and what stands beside the reason. */
function reasonValues(
  kind: NotificationKind,
  reasonCode: string,
  reasonNote: string,
  word: Word,
): Record<string, string> {
  const isOfTransfer = kind === 'loan-payout-returned' || !kind.startsWith('loan-');
  if (!isOfTransfer) return { reason: word(`loan-reasons.reasons.${reasonCode}`) };
  const { key, note } = refusalWords({ reasonCode, reasonNote });
  return { reason: word(key), reasonNote: note };
}

/**
 * The values of a notification as its sentences show them: the amount in the conventions of the language, reasons and account types in
 * words. A value that the event did not have is an empty text.
 * @param locale BCP 47, for `Intl`.
 */
export function notificationValues(
  kind: NotificationKind,
  params: NotificationParams,
  locale: string,
  word: Word,
): Record<string, string> {
  const { amountMinor, currency, reasonCode, accountType, iban } = params;
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(params))
    values[name] = DAY.test(String(value)) ? dayInWords(String(value), locale) : String(value);
  if (typeof amountMinor === 'number' && typeof currency === 'string')
    values.amount =
      amountMinor === 0 ? '' : formatMoney(money(amountMinor, currency as CurrencyCode), locale);
  for (const name of ['taken', 'owed', 'returned']) {
    const minor = params[`${name}Minor`];
    if (typeof minor === 'number' && typeof currency === 'string')
      values[name] = formatMoney(money(minor, currency as CurrencyCode), locale);
  }
  const { documents, rejection } = params;
  if (typeof documents === 'string')
    values.documents = documents
      .split(' ')
      .map((kind) => word(`notifications.documentKinds.${kind}`))
      .join(', ');
  if (typeof rejection === 'string') values.rejection = word(`notifications.documentRejections.${rejection}`);
  if (kind === 'loan-rejected') Object.assign(values, refusalSentences(params, word));
  Object.assign(values, loanValues(params, locale, word));
  Object.assign(values, lateNote(kind, params, values.rate ?? '', word));
  // A letter of a year on whose last day the payout was back (LC-6); none of before 29 November 2026 says it.
  if (kind === 'loan-yearly-letter')
    values.backNote = params.isPayoutBack ? word('notifications.notes.payoutBack') : '';
  // What came in for a loan that was written off before its payout came back (LC-6).
  if (kind === 'loan-payout-returned')
    values.returnedNote = params.returnedMinor
      ? word('notifications.notes.recoveryReturned').replace('{{amount}}', values.returned ?? '')
      : '';
  if (kind === 'loan-withdrawn') Object.assign(values, withdrawnValues(params, locale, word));
  if (typeof accountType === 'string') values.accountType = word(`notifications.accountTypes.${accountType}`);
  const { failure, suspension } = params;
  if (typeof failure === 'string') values.failure = word(`notifications.standingFailures.${failure}`);
  if (typeof suspension === 'string') values.suspension = word(`notifications.suspensions.${suspension}`);
  if (typeof iban === 'string') values.iban = maskedIban(iban);
  Object.assign(values, debitValues(params, locale, word));
  if (typeof reasonCode === 'string' && reasonCode !== '')
    Object.assign(values, reasonValues(kind, reasonCode, String(params.reasonNote ?? ''), word));
  return values;
}
