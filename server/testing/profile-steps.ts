import { sql } from 'drizzle-orm';
import { rowsOf } from '../db/database.ts';
import { type Person, TEST_PASSWORD, type TestBank } from './test-bank.ts';

/** What the tests of a profile ask about its owner's devices and mails. */

export const NEW_PASSWORD = 'quatre-mots-bien-choisis-ici';

export function profileSteps(bank: () => TestBank) {
  const queued = () =>
    rowsOf<{ recipient: string; template: string; link: string | null }>(
      bank().database.db,
      sql`select recipient, template, params ->> 'link' as link from outbox order by created_at, id`,
    );
  return {
    queued,
    lastMail: async () => (await queued()).at(-1),
    lastMailTo: async (recipient: string) =>
      (await queued()).filter((mail) => mail.recipient === recipient).at(-1),
    /** The same person on another device. */
    async signIn(email: string, password = TEST_PASSWORD): Promise<{ status: number; device: Person }> {
      const device = bank().visitor();
      const { status } = await device.call(
        'POST',
        '/session',
        { email, password },
        { headers: { 'user-agent': 'Autre' } },
      );
      return { status, device };
    },
  };
}
