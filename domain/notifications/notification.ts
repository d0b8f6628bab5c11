import { formatIban } from '../accounts/iban.ts';
import { BUDGET_REASONS } from '../loans/rejection.ts';
import type { CurrencyCode } from '../money/currencies.ts';
import { formatMoney, formatRate } from '../money/format.ts';
import { money } from '../money/money.ts';
import { withOrdinalFirst } from '../time/french-day.ts';

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
  'loan-offered',
  'loan-declined',
  'loan-offer-expired',
  'loan-accepted',
  'loan-agreed',
  'loan-agreed-late',
  'loan-lapsed',
  'loan-paid-out',
  'loan-withdrawal-right',
  'loan-withdrawn',
  'loan-sum-returned',
  'loan-instalment-announced',
  'loan-instalment-missed',
  'loan-payment-received',
  'loan-repaid',
  'loan-part-repaid',
  'loan-difficulty-received',
  'loan-difficulty-answered',
  'loan-measure-proposed',
  'loan-measure-accepted',
  'loan-due-day-changed',
  'loan-yearly-letter',
  'loan-measures-offered',
  'loan-formal-notice',
  'loan-accelerated',
  'loan-ficp-information',
  'loan-frozen',
  'loan-recovery-received',
  'loan-interest-returned',
  'withdrawal-requested',
  'withdrawal-processing',
  'withdrawal-approved',
  'withdrawal-completed',
  'withdrawal-rejected',
  'withdrawal-cancelled',
  'fee-created',
  'fee-declared',
  'fee-paid',
  'password-changed',
  'email-changed',
  'second-factor-on',
  'second-factor-off',
  'passkey-added',
  'passkey-removed',
  'app-removed',
  'recovery-codes-renewed',
  'recovery-code-used',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Changes of sign-in data stay unread, also from one's own session: it may have been another person. */
const WARNINGS: ReadonlySet<NotificationKind> = new Set([
  'password-changed',
  'email-changed',
  'second-factor-on',
  'second-factor-off',
  'passkey-added',
  'passkey-removed',
  'app-removed',
  'recovery-codes-renewed',
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
  const words = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
  return locale.startsWith('fr') ? withOrdinalFirst(words) : words;
}

/** The values of a notice about a loan in repayment; a note that does not apply is an empty text. */
function loanValues(params: NotificationParams, locale: string, word: Word): Record<string, string> {
  const { rateBps, isFirst, advanceMinor } = params;
  return {
    ...(typeof rateBps === 'number' ? { rate: formatRate(rateBps, locale) } : {}),
    ...(typeof isFirst === 'number'
      ? { firstNote: isFirst ? word('notifications.notes.firstInstalment') : '' }
      : {}),
    ...(typeof advanceMinor === 'number'
      ? { advanceNote: advanceMinor > 0 ? word('notifications.notes.advance') : '' }
      : {}),
  };
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
  const { documents, rejection } = params;
  if (typeof documents === 'string')
    values.documents = documents
      .split(' ')
      .map((kind) => word(`notifications.documentKinds.${kind}`))
      .join(', ');
  if (typeof rejection === 'string') values.rejection = word(`notifications.documentRejections.${rejection}`);
  if (kind === 'loan-rejected') Object.assign(values, refusalSentences(params, word));
  Object.assign(values, loanValues(params, locale, word));
  if (typeof accountType === 'string') values.accountType = word(`notifications.accountTypes.${accountType}`);
  if (typeof iban === 'string') values.iban = maskedIban(iban);
  if (typeof reasonCode === 'string' && reasonCode !== '') {
    const reasons = kind.startsWith('loan-') ? 'loan-reasons' : 'withdrawal-reasons';
    values.reason = word(`${reasons}.reasons.${reasonCode}`);
  }
  return values;
}
