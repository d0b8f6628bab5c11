import { sql } from 'drizzle-orm';
import type { Institution } from '#content/institution/schema.ts';
import { legalDay } from '#domain/time/days.ts';
import { TRANSFER_LIMITS } from '#domain/withdrawals/limits.ts';
import { BadConfiguration } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import { houseMaximum } from './limits-in-force.ts';

/**
 * Puts the limits of the institution's file in force where none are, and refuses to start a live institution that makes transfers without a
 * limit in euro of each kind (PAY-2). Values that two persons put in force stay as they are.
 * @param institution transfers are on where it has an account of its own (`houseIban`).
 * @throws BadConfiguration with one line for each limit that is missing.
 */
export async function requireHouseLimits(
  db: Db,
  { mode, houseIban, transferLimits }: Pick<Institution, 'mode' | 'houseIban' | 'transferLimits'>,
  now: Date,
): Promise<void> {
  if (mode !== 'live' || !houseIban) return;
  const day = legalDay(now);
  const missingOn = async () => {
    const inForce = await houseMaximum(db, 'EUR', day);
    return TRANSFER_LIMITS.filter((limit) => inForce[limit] === null);
  };
  if (transferLimits)
    for (const limit of await missingOn())
      await db.execute(
        sql`insert into legal_parameters (key, "from", value, source, verified)
          values (${`limits.${limit}`}, ${day}::date, ${JSON.stringify(transferLimits[limit])}::jsonb, 'institution file: transferLimits', 'decision')
          on conflict do nothing`,
      );
  const missing = await missingOn();
  if (missing.length > 0)
    throw new BadConfiguration(
      missing.map(
        (limit) =>
          `transferLimits.${limit} is required in live mode when the institution makes transfers (houseIban): no limit in euro is in force on ${day}.`,
      ),
    );
}
