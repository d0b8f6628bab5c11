import type { Institution } from '#content/institution/schema.ts';
import { ibanVerdict, normalizeIban } from '#domain/accounts/iban.ts';
import { houseRange, isInRange } from '#domain/accounts/iban-range.ts';
import { Refusal } from '#domain/errors.ts';
import { PAYEE_CHECK_WORDINGS, type PayeeCheckWording } from '#domain/parameters/legal-parameters.ts';
import { compareNames } from '#domain/payees/name-comparison.ts';
import {
  answerOfHolder,
  MAX_UNFOLLOWED_CHECKS,
  type PayeeAnswer,
  type PayeeQuestion,
  simulatedAnswer,
} from '#domain/payees/payee-check.ts';
import { legalDay } from '#domain/time/days.ts';
import type { PayeeCheckProvider } from '../bank/payee-check-provider.ts';
import type { Db } from '../db/database.ts';
import type { NewId } from '../ids.ts';
import { parametersOn } from '../parameters/parameters-on.ts';
import { holdersOf, unfollowedChecks } from './queries.ts';

const DAY_MS = 24 * 3_600_000;

/** A question that was answered, not stored yet. */
export interface AskedPayee {
  readonly question: PayeeQuestion;
  readonly answer: PayeeAnswer;
  readonly provider: 'own-books' | PayeeCheckProvider['name'];
  readonly reference: string | null;
  readonly askedAt: Date;
  readonly answeredAt: Date;
  /** The version of the sentences that the client reads. */
  readonly wording: PayeeCheckWording;
}

/** The parts of the bank that are asked. */
export interface AskingBank {
  readonly database: { readonly db: Db };
  readonly institution: Pick<Institution, 'ibanRange' | 'virtualIbanRanges'>;
  readonly payeeChecks: PayeeCheckProvider;
  readonly surroundings: { readonly now: () => Date; readonly newId: NewId };
}

/** Waits for the provider, never longer than the signal; its errors and its silence are « not possible », never a match. */
async function answerOfProvider(
  provider: PayeeCheckProvider,
  question: PayeeQuestion & { readonly requestId: string },
  timeoutSeconds: number,
): Promise<PayeeAnswer & { readonly reference: string | null }> {
  const signal = AbortSignal.timeout(timeoutSeconds * 1_000);
  const silence = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([provider.check(question, signal), silence]);
  } catch {
    return { result: 'not-possible', reason: signal.aborted ? 'timeout' : 'unreachable', reference: null };
  }
}

/** What the simulated provider answers at a moment, for the demonstration's own past. */
export function simulatedCheck(question: PayeeQuestion, at: Date): AskedPayee {
  const isHeld = ibanVerdict(question.iban).ok;
  return {
    question,
    answer: isHeld ? simulatedAnswer(question.name) : { result: 'not-possible', reason: 'invalid-iban' },
    provider: 'simulated',
    reference: null,
    askedAt: at,
    answeredAt: at,
    wording: PAYEE_CHECK_WORDINGS[0],
  };
}

/**
 * What our own books say of an IBAN; null when they say nothing. A demonstration knows every IBAN of its clients, a live institution those of
 * its own range, where an IBAN of nobody cannot be verified. One that two accounts have decides nothing (PAY-5).
 */
async function answerOfBooks(bank: AskingBank, { iban, name }: PayeeQuestion): Promise<PayeeAnswer | null> {
  const isSimulated = bank.payeeChecks.name === 'simulated';
  const isOurs = isInRange(iban, houseRange(bank.institution));
  if (!isSimulated && !isOurs) return null;
  const holders = await holdersOf(bank.database.db, iban);
  const [holder] = holders;
  if (!holder) return isSimulated ? null : { result: 'not-possible', reason: 'account-type' };
  if (holders.length > 1) return { result: 'not-possible', reason: 'account-type' };
  return answerOfHolder(compareNames(name, holder), holder);
}

/**
 * Asks whether a name and an IBAN belong together (PAY-12): our own books first, then the provider. An IBAN that does not hold is not asked
 * about. Never inside a transaction: a provider may take seconds. Null before the day from which names are verified.
 */
export async function askPayee(bank: AskingBank, asked: PayeeQuestion): Promise<AskedPayee | null> {
  const question = { ...asked, iban: normalizeIban(asked.iban) };
  const { now, newId } = bank.surroundings;
  const askedAt = now();
  const dated = await parametersOn(bank.database.db, legalDay(askedAt), [
    'vop.required',
    'vop.timeoutSeconds',
    'texts.vop',
  ]);
  if (legalDay(askedAt) < dated['vop.required']) return null;
  const of = (answer: PayeeAnswer, provider: AskedPayee['provider'], reference: string | null = null) => ({
    question,
    answer,
    provider,
    reference,
    askedAt,
    answeredAt: now(),
    wording: dated['texts.vop'],
  });
  if (!ibanVerdict(question.iban).ok)
    return of({ result: 'not-possible', reason: 'invalid-iban' }, bank.payeeChecks.name);
  const ofBooks = await answerOfBooks(bank, question);
  // Every answer of a demonstration is marked as simulated.
  if (ofBooks) return of(ofBooks, bank.payeeChecks.name === 'simulated' ? 'simulated' : 'own-books');
  const { reference, ...answer } = await answerOfProvider(
    bank.payeeChecks,
    { ...question, requestId: newId() },
    dated['vop.timeoutSeconds'],
  );
  return of(answer, bank.payeeChecks.name, reference);
}

/**
 * Refuses to ask again once twenty checks of the last 24 hours were followed by no order (PAY-16).
 * @param allowed how many there may be: one fewer before another is asked.
 * @throws Refusal `payee-check.too-many`.
 */
export async function requireFewChecks(
  db: Db,
  accountId: string,
  now: Date,
  allowed = MAX_UNFOLLOWED_CHECKS - 1,
): Promise<void> {
  const count = await unfollowedChecks(db, accountId, new Date(now.getTime() - DAY_MS));
  if (count > allowed) throw new Refusal('payee-check.too-many', { max: MAX_UNFOLLOWED_CHECKS });
}
