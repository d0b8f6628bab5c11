import { ibanCheckDigits, ibanVerdict, normalizeIban } from './iban.ts';

/** The numbers from which a house gives IBANs to its clients: French ones of one bank and branch, from a first account on (PAY-5). */
export interface IbanRange {
  /** Five digits each. */
  readonly bank: string;
  readonly branch: string;
  /** Eleven digits. */
  readonly firstAccount: string;
  /** The last one of a range that another bank lends; every account from the first on when absent. */
  readonly lastAccount?: string | undefined;
}

const ACCOUNT_DIGITS = 11;
const LAST_ACCOUNT = '9'.repeat(ACCOUNT_DIGITS);

/** Letters count as digits in a French account: A and J are 1, B, K and S are 2, and so on to I, R and Z, which are 9. */
const digitOf = (character: string): string => {
  const letter = Number.parseInt(character, 36) - 10;
  if (letter < 0) return character;
  return String(letter < 18 ? (letter % 9) + 1 : letter - 16);
};

/**
 * The key of a French or Monegasque account, two digits (PAY-4): 97 less the remainder of (89 bank + 15 branch + 3 account) by 97.
 * @param account bank and branch of five digits, account of eleven characters.
 */
export function ribKey({
  bank,
  branch,
  account,
}: {
  readonly bank: string;
  readonly branch: string;
  readonly account: string;
}): string {
  const number = (text: string) => BigInt([...text.toUpperCase()].map(digitOf).join(''));
  const sum = 89n * number(bank) + 15n * number(branch) + 3n * number(account);
  return String(97n - (sum % 97n)).padStart(2, '0');
}

/** The IBAN of a French account, with its key and check digits. */
export function frenchIban(account: {
  readonly bank: string;
  readonly branch: string;
  readonly account: string;
}): string {
  const bban = `${account.bank}${account.branch}${account.account.toUpperCase()}${ribKey(account)}`;
  return `FR${ibanCheckDigits('FR', bban)}${bban}`;
}

/** The account number of an IBAN that lies in a range; null for one that does not hold or lies elsewhere. */
export function accountInRange(iban: string, range: IbanRange): number | null {
  const text = normalizeIban(iban);
  if (!text.startsWith('FR') || text.slice(4, 14) !== `${range.bank}${range.branch}`) return null;
  const account = text.slice(14, 14 + ACCOUNT_DIGITS);
  if (!/^\d{11}$/.test(account) || !ibanVerdict(text).ok) return null;
  // Eleven digits each: their order as texts is their order as numbers.
  return account >= range.firstAccount && account <= (range.lastAccount ?? LAST_ACCOUNT)
    ? Number(account)
    : null;
}

/** Says whether an IBAN lies in a range, assigned or not. */
export function isInRange(iban: string, range: IbanRange | null | undefined): boolean {
  return range ? accountInRange(iban, range) !== null : false;
}

/** The IBAN of an account of a range by its number; null when the number is not one of the range. */
export function ibanInRange(range: IbanRange, account: number): string | null {
  const text = String(account).padStart(ACCOUNT_DIGITS, '0');
  const isOf = text.length === ACCOUNT_DIGITS && text >= range.firstAccount;
  return isOf && text <= (range.lastAccount ?? LAST_ACCOUNT)
    ? frenchIban({ bank: range.bank, branch: range.branch, account: text })
    : null;
}

/** Says whether a range lies within another one, such as the one that a bank lends. */
export function isWithin(range: IbanRange, of: IbanRange): boolean {
  return (
    range.bank === of.bank &&
    range.branch === of.branch &&
    range.firstAccount >= of.firstAccount &&
    range.firstAccount <= (of.lastAccount ?? LAST_ACCOUNT)
  );
}

/**
 * The range of an institution: its own, ended where the range that its bank lends ends. Null for an institution that gives no IBANs itself.
 * @param institution `virtualIbanRanges` are the ranges that its bank lends.
 */
export function houseRange({
  ibanRange,
  virtualIbanRanges = [],
}: {
  readonly ibanRange?: IbanRange | undefined;
  readonly virtualIbanRanges?: readonly IbanRange[] | undefined;
}): IbanRange | null {
  if (!ibanRange) return null;
  const lent = virtualIbanRanges.find((range) => isWithin(ibanRange, range));
  return lent ? { ...ibanRange, lastAccount: lent.lastAccount } : ibanRange;
}
