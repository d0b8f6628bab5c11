import { sql } from 'drizzle-orm';
import type { Permission } from '#domain/operations.ts';
import { listed } from '../db/database.ts';
import { newUuid } from '../ids.ts';
import type { Person, TestBank } from './test-bank.ts';
import { asOwner } from './test-database.ts';

/** A signed-in member of the staff with one role of their own. */
export interface StaffPerson extends Person {
  /** Makes the role permit exactly these. */
  permit(permissions: readonly Permission[]): Promise<void>;
}

/** A member of the staff with the given permissions only. */
export async function staffWith(bank: TestBank, permissions: readonly Permission[]): Promise<StaffPerson> {
  // Another person keeps the role with all permissions, which its last holder cannot lose.
  await bank.administrator();
  const person = await bank.administrator();
  const code = `test-${newUuid().slice(-12)}`;
  const { db } = bank.database;
  const permit = (names: readonly Permission[]) =>
    asOwner(db, async (tx) => {
      await tx.execute(sql`insert into roles (code, permissions) values (${code}, ${listed(names, 'text')})
        on conflict (code) do update set permissions = excluded.permissions`);
    });
  await permit(permissions);
  await asOwner(db, async (tx) => {
    await tx.execute(sql`update user_roles set role = ${code} where user_id = ${person.userId}::uuid`);
  });
  return { ...person, permit };
}
