import { accountInRange, houseRange, type IbanRange, ibanInRange } from '#domain/accounts/iban-range.ts';
import type { Db } from '../db/database.ts';
import { ibansTaken, nextAccountOf, proposeFrom } from './queries.ts';

/** What an institution's file says of the IBANs it gives and of its own. */
export interface HouseIbans {
  readonly houseIban?: string | undefined;
  readonly ibanRange?: IbanRange | undefined;
  readonly virtualIbanRanges?: readonly IbanRange[] | undefined;
}

/** Numbers that are looked at together. */
const CANDIDATES = 20;

/** The next IBAN of the institution's range that no account has or had by a proposal (PAY-5); null without a range, or when it is used up. */
export async function nextFreeIban(db: Db, house: HouseIbans): Promise<string | null> {
  const range = houseRange(house);
  if (!range) return null;
  const first = Math.max(Number(range.firstAccount), (await nextAccountOf(db, range)) ?? 0);
  for (let number = first; ; number += CANDIDATES) {
    const candidates = Array.from({ length: CANDIDATES }, (_, place) =>
      ibanInRange(range, number + place),
    ).filter((iban) => iban !== null);
    if (candidates.length === 0) return null;
    const taken = await ibansTaken(db, candidates);
    const free = candidates.find((iban) => !taken.has(iban) && iban !== house.houseIban);
    if (free) return free;
  }
}

/** Keeps that a proposed IBAN is given, so that it is not proposed again when its account is gone. Another IBAN changes nothing. */
export async function keepProposed(tx: Db, house: HouseIbans, iban: string): Promise<void> {
  const range = houseRange(house);
  const number = range && accountInRange(iban, range);
  if (!range || number === null) return;
  if (iban === (await nextFreeIban(tx, house))) await proposeFrom(tx, range, number + 1);
}

/** Keeps the institution's range, so that money for an IBAN of it that nobody has is known as such before the first is given (PAY-26). */
export async function keepRange(tx: Db, house: HouseIbans): Promise<void> {
  const range = houseRange(house);
  if (range) await proposeFrom(tx, range, Number(range.firstAccount));
}
