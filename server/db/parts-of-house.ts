import { sql } from 'drizzle-orm';
import type { House } from '#domain/accounts/held-accounts.ts';
import { HOUSE_PARTS, type HousePart, partsByStatus } from '#domain/desk/house-parts.ts';
import { type Db, rowsOf } from './database.ts';

/** Where something of a part is left, though the status of the house no longer gives it. Each reads an index or a kept sum. */
const LEFT = {
  ibans: sql`exists (select 1 from client_accounts where iban is not null)`,
  currencies: sql`exists (select 1 from ledger_totals where period = '-infinity' and currency <> 'EUR')`,
  transfers: sql`exists (select 1 from withdrawal_requests)`,
  'bank-statements': sql`exists (select 1 from bank_accounts) or exists (select 1 from bank_files)`,
  'running-loans': sql`exists (select 1 from loans)`,
} as const satisfies Partial<Record<HousePart, ReturnType<typeof sql>>>;

/**
 * The parts of the back office that a house has: by its status, and what is left from before its status changed (LC-6).
 * @param db of the whole house: what is left is nobody's secret.
 */
export async function partsOfHouse(db: Db, house: House): Promise<HousePart[]> {
  const given = partsByStatus(house);
  const asked = Object.entries(LEFT).filter(([part]) => !given.includes(part as HousePart));
  if (asked.length === 0) return given;
  const parts = asked.map(([part, isLeft]) => sql`select ${part}::text as part where ${isLeft}`);
  const left = await rowsOf<{ part: HousePart }>(db, sql`${sql.join(parts, sql` union all `)}`);
  return HOUSE_PARTS.filter((part) => given.includes(part) || left.some((row) => row.part === part));
}
