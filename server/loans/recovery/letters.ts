import { createHash } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { RecoveryLetter } from '#domain/loans/recovery.ts';
import { legalDay } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { type LetterContent, loanRecoveryLetters } from '../../db/schema/index.ts';
import {
  type NotificationKind,
  type NotificationParams,
  notifyClientWithPapers,
} from '../../notifications/notify.ts';
import { addressLines } from '../../papers/address-lines.ts';
import type { Work } from '../../work/work.ts';
import type { ServicedLoan } from '../servicing/serviced-loans.ts';

export type RecoveryLetterRow = typeof loanRecoveryLetters.$inferSelect;

/** The letters of a loan, the last first. */
export function lettersOfLoan(db: Db, loanId: string): Promise<RecoveryLetterRow[]> {
  return db
    .select()
    .from(loanRecoveryLetters)
    .where(eq(loanRecoveryLetters.loanId, loanId))
    .orderBy(desc(loanRecoveryLetters.madeAt), desc(loanRecoveryLetters.id))
    .limit(100);
}

/** What proves that the letters of a loan were sent: the hash of each, and when the mail server took its mail. */
export async function proofsOfLetters(
  db: Db,
  loanId: string,
): Promise<{ readonly id: string; readonly sha256: string; readonly deliveredAt: Date | null }[]> {
  const rows = await rowsOf<{ id: string; sha256: string; delivered_at: string | Date | null }>(
    db,
    sql`select l.id, l.sha256, max(o.delivered_at) as delivered_at from loan_recovery_letters l
      join loan_requests r on r.id = l.loan_id
      join client_accounts c on c.id = r.client_account_id
      left join outbox o on o.user_id = c.user_id and l.id = any(o.paper_ids)
      where l.loan_id = ${loanId}::uuid
      group by l.id, l.sha256 order by l.id`,
  );
  return rows.map(({ delivered_at, ...letter }) => ({
    ...letter,
    deliveredAt: delivered_at === null ? null : new Date(delivered_at),
  }));
}

/** One of them; null when there is none. */
export async function letterOfLoan(
  db: Db,
  loanId: string,
  letterId: string,
): Promise<RecoveryLetterRow | null> {
  const [row] = await db
    .select()
    .from(loanRecoveryLetters)
    .where(and(eq(loanRecoveryLetters.id, letterId), eq(loanRecoveryLetters.loanId, loanId)));
  return row ?? null;
}

async function addresseeOf(db: Db, loanId: string): Promise<string[]> {
  const [row] = await rowsOf<{
    display_name: string;
    address: string | null;
    postal_code: string | null;
    city: string | null;
    country: string;
  }>(
    db,
    sql`select p.display_name, p.address, p.postal_code, p.city, p.country from loan_requests r
      join client_accounts c on c.id = r.client_account_id join profiles p on p.user_id = c.user_id
      where r.id = ${loanId}::uuid`,
  );
  if (!row) throw new Error(`loan ${loanId} has no client`);
  return addressLines({
    displayName: row.display_name,
    address: row.address,
    postalCode: row.postal_code,
    city: row.city,
    country: row.country,
  });
}

/** A letter by its id alone, which only a mail knows that carries it; null when there is none. */
export async function letterById(db: Db, letterId: string): Promise<RecoveryLetterRow | null> {
  const [row] = await db.select().from(loanRecoveryLetters).where(eq(loanRecoveryLetters.id, letterId));
  return row ?? null;
}

/**
 * Keeps a letter of recovery as it is sent: what it says, to whom, and the hash of both. Its PDF is drawn from it.
 * @param content amounts in minor units of the loan's currency, days YYYY-MM-DD, numbers.
 * @returns its id, for the mail that carries it.
 */
export async function keepLetter(
  work: Work,
  loanId: string,
  kind: RecoveryLetter,
  content: LetterContent,
): Promise<string> {
  const id = work.newId();
  const day = legalDay(work.now);
  const addressee = await addresseeOf(work.tx, loanId);
  const sha256 = createHash('sha256')
    .update(JSON.stringify([loanId, kind, day, content, addressee]))
    .digest('hex');
  await work.tx.insert(loanRecoveryLetters).values({
    id,
    loanId,
    kind,
    day,
    content,
    addressee,
    sha256,
    madeAt: work.now,
  });
  return id;
}

/**
 * Keeps a letter of recovery and sends it: with a mail that carries its PDF, and a notice of the client's bell (LC-74, LC-80 to LC-83).
 * @param content as `keepLetter`. @param notice what the bell and the mail say; amounts in minor units of the loan's currency.
 */
export async function sendLetter(
  work: Work,
  { loan, account, currency }: Pick<ServicedLoan, 'loan' | 'account' | 'currency'>,
  { kind, content }: { readonly kind: RecoveryLetter; readonly content: LetterContent },
  notice: { readonly kind: NotificationKind; readonly params: NotificationParams },
): Promise<void> {
  const letterId = await keepLetter(work, loan.id, kind, content);
  await notifyClientWithPapers(work, account.userId, notice.kind, { ...notice.params, currency }, [letterId]);
}
