/**
 * Where a file of a bank stands: `received` while it is read, then `read` or refused whole. The same bytes again are no second file.
 */
export const BANK_FILE_STATES = ['received', 'read', 'refused'] as const;
export type BankFileState = (typeof BANK_FILE_STATES)[number];

/** How a file came: sent by a member of the staff, or found in the watched folder. */
export const BANK_FILE_SOURCES = ['upload', 'folder'] as const;
export type BankFileSource = (typeof BANK_FILE_SOURCES)[number];

/**
 * Where a statement stands. `reading`: its file is not read to its end yet, so that it does not count. `received`: a page whose
 * statement is not complete, or a notification of details that waits for its entry.
 */
export const STATEMENT_STATES = ['reading', 'received', 'waiting', 'posted', 'refused', 'duplicate'] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];

/** Why a statement is refused. `entry-missing`: details whose entry did not come within ten days (PAY-25).
 * `not-released`: two persons decided against one that waited. */
export const STATEMENT_REFUSALS = [
  'statement.no-closing-balance',
  'statement.no-opening-balance',
  'statement.does-not-add-up',
  'statement.unknown-account',
  'statement.differs',
  'statement.before-last',
  'statement.entry-missing',
  'statement.not-released',
] as const;
/** Why one waits. `adoption`: its account still follows the postings by hand (PAY-19). */
export const STATEMENT_WAITS = ['statement.gap', 'statement.overlaps', 'statement.adoption'] as const;
export const STATEMENT_CODES = [...STATEMENT_REFUSALS, ...STATEMENT_WAITS] as const;
export type StatementRefusal = (typeof STATEMENT_REFUSALS)[number];
export type StatementWait = (typeof STATEMENT_WAITS)[number];
export type StatementCode = (typeof STATEMENT_CODES)[number];

/**
 * Where a line of a statement stands. `detailed`: a collective line whose details came as camt.054 and stand in its place.
 */
export const LINE_PHASES = [
  'new',
  'matched',
  'suspense',
  'ignored',
  'detailed',
  'allocated',
  'part-allocated',
  'return-ordered',
  'returned',
] as const;
export type LinePhase = (typeof LINE_PHASES)[number];

/**
 * What two persons may decide of a statement that waits: to post it as it is, to post it without the lines that another statement has
 * already (PAY-20), or to refuse it. What then is missing to the bank's balance is posted as a difference to explain (PAY-22). Of one that was refused
 * because another has its reference (PAY-23): that it is another statement, which takes its place in the chain by itself.
 */
export const RELEASES = ['post', 'leave-out-known', 'refuse', 'other-statement'] as const;
export type Release = (typeof RELEASES)[number];

/** What people may decide of a statement where it stands, the usual one first; nothing of one that waits for its account, or has ended. */
export function releasesOf({
  state,
  code,
}: {
  readonly state: StatementState;
  readonly code: StatementCode | null;
}): readonly Release[] {
  if (state === 'refused') return code === 'statement.differs' ? ['other-statement'] : [];
  if (state !== 'waiting') return [];
  if (code === 'statement.gap') return ['post', 'refuse'];
  if (code === 'statement.overlaps') return ['leave-out-known', 'post', 'refuse'];
  return [];
}
