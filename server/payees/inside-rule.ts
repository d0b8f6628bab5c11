import type { Institution } from '#content/institution/schema.ts';
import { normalizeIban } from '#domain/accounts/iban.ts';
import { houseRange, isInRange } from '#domain/accounts/iban-range.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Db } from '../db/database.ts';
import { parameterOn } from '../parameters/parameters-on.ts';

/** What tells whether an IBAN is the house's own. */
export interface House {
  readonly db: Db;
  readonly institution: Pick<Institution, 'ibanRange' | 'virtualIbanRanges'>;
  readonly now: Date;
}

/**
 * The rule of a moment for IBANs that one account has or none: whether transfers to one stay inside the house (PAY-34). Nothing is read for an
 * institution without a range.
 */
export async function insideRule({ db, institution, now }: House): Promise<(iban: string) => boolean> {
  const range = houseRange(institution);
  const isOn = range !== null && (await parameterOn(db, legalDay(now), 'internal.enabled'));
  return (iban) => isOn && isInRange(normalizeIban(iban), range);
}
