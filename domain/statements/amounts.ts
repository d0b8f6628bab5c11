import { FileFault } from './file-fault.ts';

/**
 * Decimals of the currencies that do not have two (ISO 4217). A statement may name any currency, also beside an amount in one of ours, so
 * this is wider than the currencies of the product.
 */
const OTHER_DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries(OTHER_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)] as const),
  ),
);

/** Decimals of a currency by its ISO 4217 code: 0 for the yen, 2 for the euro. */
export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? 2;
}

/** The most that one entry, or the entries of one statement, may move, in minor units: far more than an account of a client may hold. */
export const MAX_BOOKED_MINOR = 10_000_000_000_000;

/** PAY-18: digits, optionally a point and at most five decimals; no sign, no comma, no exponent. */
const AMOUNT = /^(\d{1,18})(?:\.(\d{0,5}))?$/;
const CURRENCY = /^[A-Z]{3}$/;

/**
 * The minor units of an amount as a file has it (PAY-18). « 8.850 » euros are 885 cents and « 1.00 » yen is 1; nothing is rounded.
 * @throws FileFault `file.amount` for another notation, a currency that is no code, a fraction of the minor unit that is not zero, or an
 * amount outside the safe integers.
 */
export function readAmount(text: string, currency: string): number {
  const [, units, fraction = ''] = AMOUNT.exec(text) ?? [];
  if (units === undefined) throw new FileFault('file.amount', text.slice(0, 40));
  if (!CURRENCY.test(currency)) throw new FileFault('file.amount', `currency ${currency.slice(0, 10)}`);
  const decimals = decimalsOf(currency);
  if (/[1-9]/.test(fraction.slice(decimals))) throw new FileFault('file.amount', `${text} ${currency}`);
  // Only digits are joined: no value passes through a fraction.
  const amountMinor = Number(units + fraction.slice(0, decimals).padEnd(decimals, '0'));
  if (!Number.isSafeInteger(amountMinor)) throw new FileFault('file.amount', text);
  return amountMinor;
}
