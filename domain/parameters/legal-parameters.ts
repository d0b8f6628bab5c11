import * as z from 'zod/mini';
import { requiredText } from '../fields.ts';
import { isRateString } from '../money/conversion.ts';
import { CURRENCY_CODES } from '../money/currencies.ts';
import { MAX_AMOUNT_MINOR } from '../money/money.ts';
import { isCalendarDate } from '../time/calendar-date.ts';
import { holdRules } from './hold-rules.ts';
import { MESSAGE_NAME } from './message-name.ts';

/** An amount for each currency, in its minor units. */
const amountByCurrency = z.record(z.enum(CURRENCY_CODES), z.int().check(z.gte(1), z.lte(MAX_AMOUNT_MINOR)));

/** An amount for some currencies. */
const amountBySomeCurrencies = z.partialRecord(
  z.enum(CURRENCY_CODES),
  z.int().check(z.gte(1), z.lte(MAX_AMOUNT_MINOR)),
);

const euroCents = z.int().check(z.gte(0), z.lte(MAX_AMOUNT_MINOR));
const days = z.int().check(z.gte(0), z.lte(366));
const months = z.int().check(z.gte(0), z.lte(120));
/** Hundredths of a percent. */
const bps = z.int().check(z.gte(0), z.lte(10_000));
/** Messages of ISO 20022 with their versions, as `camt.053.001.08`. */
const messageNames = z.array(z.string().check(z.regex(MESSAGE_NAME))).check(z.minLength(1), z.maxLength(100));
/** Codes of the bank's own (`BkTxCd/Prtry/Cd`). */
const ownCodes = z.array(z.string().check(z.regex(/^[^\s,]{1,35}$/))).check(z.maxLength(200));
const calendarDay = z.string().check(z.refine(isCalendarDate));
/** HH:MM, in French legal time. */
const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** When the interest of loans is accrued: at the month's end and before each event, or each day as well (LC-101). */
export const ACCRUAL_POLICIES = ['month-end-and-events', 'daily'] as const;

/** Who verifies the names of payees (PAY-12). */
export const VOP_PROVIDERS = ['each-order'] as const;

/**
 * The versions of the sentences that a client reads before deciding (`client-transfers.check`). Which one is in force is dated data (`texts.vop`);
 * it is kept with the check.
 */
export const PAYEE_CHECK_WORDINGS = ['2026-11'] as const;
export type PayeeCheckWording = (typeof PAYEE_CHECK_WORDINGS)[number];

/** Who decides transfers: a person each of them, or only those that meet a hold (PAY-39). */
export const TRANSFER_APPROVALS = ['manual', 'rules'] as const;

/** The usury ceilings of a quarter, by the amount of the loan (C. conso. L314-6, D314-15). Its first day is the row's `from`. */
const usuryQuarter = z.object({
  /** The last day on which they apply, YYYY-MM-DD. */
  to: z.string().check(z.refine(isCalendarDate)),
  /** The highest TAEG of loans up to an amount in euro cents; null is "above". Smallest amount first. */
  bands: z.array(z.object({ upToMinor: z.nullable(euroCents), ceilingBps: bps })).check(z.minLength(1)),
});

/**
 * Dated data (LC-8): what law, or the house, fixes for a time. Each key has the schema of its value; the values themselves stand in the
 * table `legal_parameters(key, from, value, source, verified)`, and the row in force on a day is the last with `from` on or before it.
 */
export const LEGAL_PARAMETERS = {
  /** The most that one credit may bring, before and after its conversion. */
  'maximum.credit': amountByCurrency,
  'maximum.first-deposit': amountByCurrency,
  'maximum.fee': amountByCurrency,
  /** The most that one request for a transfer may send. */
  'maximum.transfer': amountByCurrency,
  /** The most that one loan may lend, whatever product it is; products have narrower bounds (LC-13). */
  'maximum.loan': amountByCurrency,
  /** An exchange rate that is further from the last one than this factor, either way, needs a second confirmation. A decimal above 1. */
  'rates.change-factor': z.string().check(z.refine(isRateString)),
  /** A loan strictly above it needs documents (D312-7), in euro cents. */
  'file.documents-above': z.int().check(z.gte(0)),
  /** The share of resources that instalments may take by the policy of the house, in basis points (LC-22). */
  'policy.debt-ratio': z.int().check(z.gte(1), z.lte(10_000)),
  /** What a household keeps to live on by the policy of the house, in euro cents (LC-22). */
  'policy.rest-to-live': z.strictObject({
    aloneMinor: z.int().check(z.gte(0)),
    coupleMinor: z.int().check(z.gte(0)),
    dependantMinor: z.int().check(z.gte(0)),
  }),
  /** When interest is accrued; both give the same month ends (LC-101). */
  'policy.accruals': z.enum(ACCRUAL_POLICIES),
  /** Months for which refused, cancelled and expired requests are kept with their file (LC-107): never above 24. */
  'retention.refused-months': z.int().check(z.gte(1), z.lte(24)),
  /** Years for which a contract is kept with its file after its end (LC-107). */
  'retention.contract-years': z.int().check(z.gte(5), z.lte(30)),
  /** Years for which the checks of payees' names are kept (PAY-16). */
  'retention.vop': z.int().check(z.gte(1), z.lte(30)),
  /** Days for which requests are kept whose offer was declined (LC-107). */
  'retention.declined-days': z.int().check(z.gte(1), z.lte(730)),

  /** The largest consumer credit (C. conso. L312-1, L312-4). Euro cents. */
  'regime.max': euroCents,
  /** How long an offer of contract binds the lender (L312-18), and whether it ends on a working day only. */
  'offer.validDays': days,
  'offer.extend': z.boolean(),
  /** The lender's time to agree after the acceptance (L312-24). */
  'agreement.days': days,
  /** The time after the acceptance without any payment (L312-25). */
  'lock.days': days,
  'lock.extend': z.boolean(),
  /** The client's time to withdraw from the contract (L312-19), and to give the money back (L312-26). */
  'withdrawal.days': days,
  'withdrawal.extend': z.boolean(),
  /** Months by which that time is longer once the staff flag that a compulsory item was missing (LC-55, Dir. (EU) 2023/2225, art. 26). */
  'withdrawal.extended': months,
  'withdrawal.repayDays': days,
  /** Days from the acceptance to the reminder of that right (Dir. (EU) 2023/2225, art. 10(1)). */
  'withdrawal.reminderDay': days,
  /** Days of the year by which a daily amount is reckoned (LC-58). */
  'daily.base': z.int().check(z.gte(365), z.lte(366)),
  /** Early repayment (L312-34, D312-15): below the threshold in the window no indemnity is due; caps more and less than a year before the end. */
  'early.threshold': euroCents,
  'early.windowMonths': months,
  'early.capLong': bps,
  'early.capShort': bps,
  /** What the institution asks, never more than the cap. */
  'early.policy': bps,
  /** Indemnity on what is unpaid, and on what was postponed by agreement (D312-16, D312-17). */
  'default.cap': bps,
  'default.deferCap': bps,
  'default.policy': bps,
  /** Whether late capital bears interest, at the loan's rate (L312-39): of contracts accepted from the day on. */
  'late.interest': z.boolean(),
  /** Days to pay after a formal notice (LC-81; case law holds 8 and 15 days too short). */
  'formalNotice.days': z.int().check(z.gte(16), z.lte(366)),
  /** Days between the letter to the client and the declaration to the FICP, and the least unpaid sum that is declared, in euro cents (LC-83). */
  'ficp.letterDays': days,
  /** Days for which a consultation of the FICP serves an offer or an agreement (LC-21). */
  'ficp.validDays': days,
  'ficp.min': euroCents,
  /** When a loan is doubtful (LC-84): days past due, and the unpaid amount in euro cents and in basis points of the exposure. */
  'default.dpd': days,
  'default.materialityAbs': euroCents,
  'default.materialityBps': bps,
  /** Kept between the TAEG of an offer and the ceiling: real dates can raise the TAEG by as much (LC-38). */
  'usury.margin': bps,
  'usury.ceilings': usuryQuarter,
  /** How long the client's word holds that they can receive and keep documents as PDF (LC-29). */
  'consent.months': months,

  /** By the end of how many days after its arrival something has to be done: payment days for a transfer, working days for the rest. */
  'queue.withdrawalDays': days,
  'queue.loanDays': days,
  'queue.documentDays': days,
  'queue.activationDays': days,
  'queue.feeDays': days,

  /** Until when on a payment day an order is received on it (PAY-8), and until when a batch leaves. */
  'cutoff.sct': clockTime,
  'cutoff.batch': clockTime,
  /** By the end of how many payment days after the day of receipt an order is executed (PAY-8). */
  'execute.within': days,
  /** From when each transfer asks whether name and IBAN belong together (PAY-12), and how long an answer is waited for. */
  'vop.required': calendarDay,
  'vop.timeoutSeconds': z.int().check(z.gte(1), z.lte(60)),
  /** Who asks whether name and IBAN belong together: the house before each order, whatever our bank asks of a file (docs/payee-check.md). */
  'vop.provider': z.enum(VOP_PROVIDERS),
  /** The version of the sentences that a client reads before they decide on a check (PAY-15): it is kept with each check. */
  'texts.vop': z.enum(PAYEE_CHECK_WORDINGS),
  /** From when addresses in files are structured (PAY-6). */
  'address.structuredFrom': calendarDay,
  /** Whether instant transfers are sent and received (PAY-43). */
  'inst.send': z.boolean(),
  'inst.receive': z.boolean(),
  /** When a programmed transfer is tried: payment days after its own, and the time (PAY-48). */
  'standing.attempts': z
    .array(z.strictObject({ paymentDay: z.int().check(z.gte(0), z.lte(5)), at: clockTime }))
    .check(z.minLength(1)),
  'standing.pauseAfterFailures': z.int().check(z.gte(1), z.lte(20)),
  /** What a client may send at most (PAY-56), by currency; null, and a currency that is left out, is no limit. */
  'limits.operation': z.nullable(amountBySomeCurrencies),
  'limits.day': z.nullable(amountBySomeCurrencies),
  'limits.thirtyDays': z.nullable(amountBySomeCurrencies),
  /** How long a raised limit waits before it holds (PAY-58). */
  'limits.raiseDelayHours': z.int().check(z.gte(0), z.lte(168)),
  /** By which rules an order is held for a check of its security (PAY-60), in a demonstration and in a live institution. */
  'hold.rules': holdRules,
  'transfer.approval': z.enum(TRANSFER_APPROVALS),
  /** Whether transfers between clients of the house are made at once in one posting (PAY-34). */
  'internal.enabled': z.boolean(),
  /** The versions of the messages of our banks that are read (PAY-17). */
  'file.versions': messageNames,
  /** Codes of our banks' own by which a line is their charges, posted by itself as one with a code of ISO is (PAY-24). */
  'bankCharges.codes': ownCodes,
  /** Payment days after which a receipt in suspense alarms, and after which its return is proposed (PAY-31). */
  'suspense.alarmDays': days,
  'suspense.returnDays': days,
  /** Up to this amount one person allocates a receipt when a proposal is followed (PAY-30). Minor units of any currency. */
  'suspense.onePersonUpTo': euroCents,
  /** Above it a commercial gesture needs a second person (PAY-51). Minor units of any currency. */
  'gesture.secondPersonAbove': euroCents,
  /** For how long a transfer can be recalled (PAY-41): payment days for a double or a technical fault, months for the rest; and for how many
   * payment days another bank's demand waits for our client (PAY-42). */
  'recall.shortPaymentDays': days,
  'recall.longMonths': months,
  'recall.answerPaymentDays': days,
  /** Days between the notice of a direct debit and its collection, and payment days between its file and its collection (PAY-69, PAY-70). */
  'sdd.prenotificationDays': days,
  'sdd.leadDays': days,
  /** How long a direct debit can be refunded on demand, and one that was not authorised (PAY-71). */
  'sdd.refundWeeks': z.int().check(z.gte(0), z.lte(52)),
  'sdd.unauthorisedMonths': months,
} as const satisfies Readonly<Record<string, z.ZodMiniType>>;

export type LegalParameterKey = keyof typeof LEGAL_PARAMETERS;
export const LEGAL_PARAMETER_KEYS = Object.keys(LEGAL_PARAMETERS) as [
  LegalParameterKey,
  ...LegalParameterKey[],
];

/** Keys whose rows may begin before the day on which they are loaded: the ceilings of a quarter are published while it runs. */
export const MAY_BEGIN_IN_THE_PAST: readonly LegalParameterKey[] = ['usury.ceilings'];

/** Where a value comes from: the article, the page or the decision. */
export const parameterSource = requiredText(300);

export type LegalParameter<Key extends LegalParameterKey> = z.infer<(typeof LEGAL_PARAMETERS)[Key]>;

/** How it was made sure that a value is right. `decision`: no law fixes it, the house does. */
export const VERIFICATIONS = ['text-read', 'secondary-source', 'memory', 'decision'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** Whether a value is one that a key may have. */
export function isParameterValue(key: LegalParameterKey, value: unknown): boolean {
  return LEGAL_PARAMETERS[key].safeParse(value).success;
}

/**
 * A stored value of a key.
 * @throws RangeError when it is not what the key's schema says: the fault is in the stored row, not in the call.
 */
export function readLegalParameter<Key extends LegalParameterKey>(
  key: Key,
  value: unknown,
): LegalParameter<Key> {
  const read = LEGAL_PARAMETERS[key].safeParse(value);
  if (!read.success) throw new RangeError(`legal_parameters: the value of ${key} cannot be read`);
  return read.data as LegalParameter<Key>;
}
