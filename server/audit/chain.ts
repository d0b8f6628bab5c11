import { hash as digest } from 'node:crypto';
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { type Db, rowsOf, type Statement } from '../db/database.ts';
import { auditEntries, auditParts } from '../db/schema/index.ts';
import type { NewId } from '../ids.ts';
import type { ClosingWrite } from '../work/work.ts';
import type { Act, AuditLine } from './act.ts';

type EntryRow = typeof auditEntries.$inferInsert;
type PartRow = typeof auditParts.$inferInsert;

/** Hash before the first line. */
export const GENESIS_HASH = '0'.repeat(64);

const sha256 = (text: string) => digest('sha256', text, 'hex');

/** A part that concerns no person is never deleted. */
const KEPT = 'kept:';

/** Digest of personal details: the line keeps the digest when the details are deleted. */
function digestOf({ personId, salt, value }: Pick<PartRow, 'personId' | 'salt' | 'value'>): string {
  return `${personId ? '' : KEPT}${sha256(`${salt}\n${value}`)}`;
}

/** Hash of a line: over all its fields and the hash of the previous line. */
function hashOf(entry: Omit<EntryRow, 'hash'>): string {
  return sha256(
    JSON.stringify([
      entry.previousHash,
      entry.number,
      entry.at.toISOString(),
      entry.actorId ?? null,
      entry.operation,
      entry.outcome,
      entry.refusalCode ?? null,
      entry.subjectId ?? null,
      entry.clientAccountId ?? null,
      entry.originDigest ?? null,
      entry.contentDigest ?? null,
    ]),
  );
}

/** The end of the chain: number and hash of its last line. */
export async function readHead(db: Db): Promise<{ readonly number: number; readonly hash: string }> {
  const rows = await rowsOf<{ number: string | number; hash: string }>(
    db,
    sql`select number, hash from audit_head where id = 1`,
  );
  const head = rows[0];
  return head ? { number: Number(head.number), hash: head.hash } : { number: 0, hash: GENESIS_HASH };
}

/**
 * The statement that appends lines to the chain (`audit_append`, server/db/audit.sql). The head is locked until the transaction ends, so it
 * comes last: no other lock is waited for while it is held. Clients' actions append nothing and never wait for it.
 */
function appending(lines: readonly (AuditLine & { readonly newId: NewId })[]): Statement {
  const written = lines.map(({ before, after, origin, movementId, isImpersonal, newId, ...line }) => {
    const says = before !== null || after !== null;
    return {
      ...line,
      origin: origin === null ? null : JSON.stringify({ address: origin }),
      originSalt: origin === null ? null : newId(),
      contentSalt: says ? newId() : null,
      contentPersonId: isImpersonal ? null : line.clientAccountId,
      ...(movementId === undefined
        ? { content: says ? JSON.stringify({ before, after }) : null }
        : { movementId, before: JSON.stringify(before), after: JSON.stringify(after) }),
    };
  });
  return sql`select audit_append(${JSON.stringify(written)}::json)`;
}

/** Appends a line to the chain, in the transaction of what it records. */
export async function appendToChain(tx: Db, line: AuditLine, newId: NewId): Promise<void> {
  await tx.execute(appending([{ ...line, newId }]));
}

/** The acts of a transaction, as lines of the chain. */
export const AUDIT_LINES: ClosingWrite<Act> = {
  lockStep: 9,
  statement: (items) =>
    appending(
      items.map(({ work: { now, newId, actorId, origin }, item }) => ({
        ...item,
        at: now,
        newId,
        actorId,
        origin,
        refusalCode: null,
      })),
    ),
};

/** Lines read at once when the chain is walked. */
export const VERIFICATION_STEP = 2_000;
/** Faults reported per check: one is enough to investigate, a thousand would hide it. */
const MAX_FAULTS = 20;

/**
 * Faults of the chain: a missing number, a line that does not match its hash, a line that does not continue the previous one, details that
 * do not match their digest, missing details of a person who still exists, and a chain shorter than its head says.
 */
export type ChainFault =
  | 'missing'
  | 'changed'
  | 'unlinked'
  | 'details-changed'
  | 'details-missing'
  | 'cut-short';

export interface ChainStep {
  /** Lines looked at in this step. */
  readonly checked: number;
  /** Number of the last line looked at; where the next step begins. */
  readonly through: number;
  readonly isEnd: boolean;
  readonly head: { readonly number: number; readonly hash: string };
  readonly faults: readonly { readonly number: number; readonly fault: ChainFault }[];
}

/** Those of the people without details who still exist: their details should be there. */
async function stillThere(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const list = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select id from users where id in (${list}) union select id from client_accounts where id in (${list})`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Checks the chain after a line, at most one step of bounded length; the next step continues from its result. */
export async function verifyChainAfter(
  db: Db,
  after: number,
  step: number = VERIFICATION_STEP,
): Promise<ChainStep> {
  const head = await readHead(db);
  const [previous] =
    after > 0 ? await db.select().from(auditEntries).where(eq(auditEntries.number, after)) : [];
  const entries = await db
    .select()
    .from(auditEntries)
    .where(gt(auditEntries.number, after))
    .orderBy(asc(auditEntries.number))
    .limit(step);
  const through = entries.at(-1)?.number ?? after;
  const parts = await db
    .select()
    .from(auditParts)
    .where(and(gt(auditParts.number, after), lte(auditParts.number, through)));
  const partOf = new Map(parts.map((part) => [`${part.number} ${part.part}`, part]));

  const faults: { number: number; fault: ChainFault }[] = [];
  const gone: { number: number; personId: string | null }[] = [];
  let expected = after + 1;
  let previousHash = after === 0 ? GENESIS_HASH : (previous?.hash ?? null);
  for (const entry of entries) {
    if (entry.number !== expected) faults.push({ number: expected, fault: 'missing' });
    if (entry.previousHash !== previousHash) faults.push({ number: entry.number, fault: 'unlinked' });
    if (hashOf(entry) !== entry.hash) faults.push({ number: entry.number, fault: 'changed' });
    for (const [name, digest, personId] of [
      ['origin', entry.originDigest, entry.actorId],
      ['content', entry.contentDigest, entry.clientAccountId],
    ] as const) {
      const part = partOf.get(`${entry.number} ${name}`);
      if (part && digestOf(part) !== digest) faults.push({ number: entry.number, fault: 'details-changed' });
      if (!part && digest !== null)
        gone.push({ number: entry.number, personId: digest.startsWith(KEPT) ? null : personId });
    }
    expected = entry.number + 1;
    previousHash = entry.hash;
  }
  const present = await stillThere(db, [
    ...new Set(gone.flatMap(({ personId }) => (personId === null ? [] : [personId]))),
  ]);
  for (const { number, personId } of gone)
    if (personId === null || present.has(personId)) faults.push({ number, fault: 'details-missing' });

  const isEnd = entries.length < step;
  // A line appended during the check is not a fault: the head is then older than the last line.
  if (isEnd && (through < head.number || (through === head.number && previousHash !== head.hash)))
    faults.push({ number: through + 1, fault: 'cut-short' });
  faults.sort((a, b) => a.number - b.number);
  return { checked: entries.length, through, isEnd, head, faults: faults.slice(0, MAX_FAULTS) };
}
