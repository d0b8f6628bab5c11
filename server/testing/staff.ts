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

/** A signed-in member of the staff with exactly these roles. */
export async function memberWith(bank: TestBank, roles: readonly string[]): Promise<Person> {
  // Another person keeps the role with all permissions, which its last holder cannot lose.
  await bank.administrator();
  const person = await bank.administrator();
  await asOwner(bank.database.db, async (tx) => {
    await tx.execute(sql`insert into user_roles (user_id, role)
      select ${person.userId}::uuid, code from unnest(${listed(roles, 'text')}) as code on conflict do nothing`);
    await tx.execute(sql`delete from user_roles
      where user_id = ${person.userId}::uuid and role <> all (${listed(roles, 'text')})`);
  });
  return person;
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
      await tx.execute(sql`insert into roles (code, label, permissions) values (${code}, ${code}, ${listed(names, 'text')})
        on conflict (code) do update set permissions = excluded.permissions`);
    });
  await permit(permissions);
  await asOwner(db, async (tx) => {
    await tx.execute(sql`update user_roles set role = ${code} where user_id = ${person.userId}::uuid`);
  });
  return { ...person, permit };
}
