import {
  type BulkOperation,
  inputOfItem,
  isForOthers,
  kindOfBulk,
  stateOfRefusal,
} from '#domain/desk/bulk.ts';
import { Refusal } from '#domain/errors.ts';
import { movesMoney, OPERATIONS, PERMISSIONS, type Permission } from '#domain/operations.ts';
import type { Limits } from '#domain/staff/limits.ts';
import { AUDIT_LINES } from '../../audit/chain.ts';
import { recordRefusal } from '../../audit/refusals.ts';
import { labelsOfHolders, rightsOf } from '../../auth/queries.ts';
import type { Bank } from '../../bank/bank.ts';
import { announce } from '../../notifications/live.ts';
import { createProposal } from '../../proposals/create-proposal.ts';
import { GOVERNED, readAsRoute } from '../../proposals/governed-operations.ts';
import { peopleOfFile, updateProposal } from '../../proposals/queries.ts';
import { APPROVALS } from '../../proposals/require-approval.ts';
import { tell } from '../../signals.ts';
import { inTransaction, leftToEnd, type Work } from '../../work/work.ts';
import { DO_TO_ROW } from './bulk-operations.ts';
import {
  accountOfItem,
  endItem,
  type ItemRow,
  isFollowedBy,
  lockOpenRun,
  nextItem,
  openRunIds,
  operationOfRun,
  type RunRow,
  runById,
  updateRun,
} from './queries.ts';

/** The parts of a bank that a run works with. */
export type BulkBank = Pick<Bank, 'database' | 'surroundings' | 'institution'> &
  Partial<Pick<Bank, 'config'>>;

const kindOf = (run: RunRow) => kindOfBulk(operationOfRun(run), run.common) ?? 'client';
const tellMaker = (work: Work, { madeBy }: RunRow) => announce(work, { userId: madeBy }, ['bulk']);

/** A transaction in the name of the person who began the run. */
function asMaker<T>(
  { database, surroundings }: BulkBank,
  run: RunRow,
  operation: BulkOperation | 'proposals.create',
  useCase: (work: Work) => Promise<T>,
): Promise<T> {
  const actor = { kind: 'staff', personId: run.madeBy } as const;
  return inTransaction(database.db, surroundings, actor, useCase, run.origin, movesMoney(operation));
}

/**
 * Checks for each row what the guard of a route checks: the person still holds the permission (they may have been suspended since), follows the file
 * if their role is limited to assigned files, and is not a party to it.
 * @returns how much they may do alone.
 * @throws Refusal `auth.permission-required`, `not-found`, `staff.own-file`.
 */
async function requireMaker(work: Work, run: RunRow, item: ItemRow, permission: Permission): Promise<Limits> {
  const { madeBy } = run;
  const rights = await rightsOf(work.tx, madeBy);
  if (!rights?.permissions.includes(permission))
    throw new Refusal('auth.permission-required', {
      roles: (await labelsOfHolders(work.tx, [permission])).join(', '),
    });
  const accountId = await accountOfItem(work.tx, item, kindOf(run));
  const isRestricted = rights.assignedOnly.includes(permission);
  if (isRestricted && !(await isFollowedBy(work.tx, madeBy, accountId))) throw new Refusal('not-found');
  if ((await peopleOfFile(work.tx, accountId)).has(madeBy)) throw new Refusal('staff.own-file');
  return rights.limits;
}

/** The input of a row as the route of its operation reads it. */
const readItem = (run: RunRow, { item }: ItemRow) => {
  const operation = operationOfRun(run);
  return readAsRoute(operation, inputOfItem(operation, item, run.common), 'items') as Promise<
    Readonly<{ id: string }> & Readonly<Record<string, unknown>>
  >;
};

/** Does the operation to one row, behind the approvals that its route asks for, and writes down what became of it. */
async function doItem(work: Work, bank: BulkBank, run: RunRow, item: ItemRow): Promise<void> {
  const operation = operationOfRun(run);
  const limits = await requireMaker(work, run, item, operation);
  const input = await readItem(run, item);
  const { institution, config } = bank;
  // STAFF-24: a run goes on after a stop or a crash, when one of two people may be gone.
  if (institution.mode === 'live' && OPERATIONS[operation].money !== 'none')
    await APPROVALS.requireTwoPeople(work);
  await APPROVALS.require(work, { operation, input, limits });
  const told = await DO_TO_ROW[operation](work, input, { institution, publicUrl: config?.publicUrl ?? '' });
  if (OPERATIONS[operation].audit !== null && leftToEnd(work, AUDIT_LINES).length === 0)
    throw new Error('an audited operation told the audit trail nothing');
  const end = told ? { state: stateOfRefusal(told), refusalCode: told } : ({ state: 'done' } as const);
  await endItem(work.tx, item, end);
  await tellMaker(work, run);
}

/** Proposes what others must approve, as its maker saw it (FOUR-7). @throws Refusal of the proposal */
function proposeItem(bank: BulkBank, run: RunRow, item: ItemRow): Promise<void> {
  return asMaker(bank, run, 'proposals.create', async (work) => {
    const operation = operationOfRun(run);
    const limits = await requireMaker(work, run, item, 'proposals.create');
    const input = await readItem(run, item);
    const facts = await GOVERNED.get(operation)?.facts(work.tx, input, work.now, work.actorId);
    if (!facts) throw new Refusal('approval.not-required');
    const { seenStatus } = item.item;
    const seen = 'status' in facts.seen && seenStatus ? { ...facts.seen, status: seenStatus } : facts.seen;
    // What stands in `seen` was read here, so nothing of it is masked.
    const { institution, config } = bank;
    const proposalId = await createProposal(
      work,
      { operation, input, seen },
      { institution, publicUrl: config?.publicUrl ?? '' },
      { limits, permissions: PERMISSIONS },
    );
    await endItem(work.tx, item, { state: 'proposed', proposalId });
    await tellMaker(work, run);
  });
}

/** Refusals of a vote or of the call; any other of a proposal is its command's own. */
const OF_THE_VOTE = /^(approval|proposal|idempotency|auth|service|staff|request|bulk)\.|^not-found$/;

/** Writes down that a row was refused, in the run and in the audit trail. */
async function refuseItem(bank: BulkBank, run: RunRow, item: ItemRow, refusal: Refusal): Promise<void> {
  const operation = operationOfRun(run);
  const { db } = bank.database;
  let { code, params } = refusal;
  if (operation === 'proposals.approve' && !OF_THE_VOTE.test(code)) {
    await updateProposal(db, item.item.id, { refusalCode: code });
    params = { reason: code };
    code = 'proposal.not-executed';
  }
  const isWritten = await asMaker(bank, run, operation, async (work) => {
    const end = { state: stateOfRefusal(code), refusalCode: code, refusalParams: params };
    const written = await endItem(work.tx, item, end);
    await tellMaker(work, run);
    return written;
  });
  if (!isWritten) return;
  await recordRefusal(db, bank.surroundings, {
    operation,
    refusalCode: code,
    actorId: run.madeBy,
    isStaff: true,
    origin: run.origin,
    input: inputOfItem(operation, item.item, run.common),
  });
}

/**
 * Works on the next row of a run. Its transaction holds the run: a second process leaves it alone, and each row takes effect once.
 * @returns whether there may be more to do here.
 */
async function workOnNext(bank: BulkBank, run: RunRow): Promise<boolean> {
  const claimed: { item?: ItemRow } = {};
  try {
    return await asMaker(bank, run, operationOfRun(run), async (work) => {
      if (!(await lockOpenRun(work.tx, run.id))) return false;
      const item = await nextItem(work.tx, run.id);
      if (item) {
        claimed.item = item;
        await doItem(work, bank, run, item);
        return true;
      }
      await updateRun(work.tx, run.id, { endedAt: work.now });
      await tellMaker(work, run);
      return false;
    });
  } catch (error) {
    const { item } = claimed;
    if (!item) throw error;
    const refusal = await proposed(bank, run, item, refusalOf(error));
    if (refusal) await refuseItem(bank, run, item, refusal);
    return true;
  }
}

/** A refusal of a row; a fault of ours ends its row alone, which can be tried again. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  tell('guichet:fault', { error, what: 'a row of a run failed' });
  return new Refusal('service.unavailable');
}

/** Proposes a row that others must approve, if its maker wants that. @returns the refusal that stands; null once it is proposed. */
async function proposed(
  bank: BulkBank,
  run: RunRow,
  item: ItemRow,
  refusal: Refusal,
): Promise<Refusal | null> {
  if (!isForOthers(refusal.code) || !run.common.proposes) return refusal;
  try {
    await proposeItem(bank, run, item);
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

/**
 * Works through a run until no row waits, it is stopped, another process works on it, or this one is ending.
 * @returns how many rows it worked on.
 */
export async function workThrough(
  bank: BulkBank,
  runId: string,
  isStopping: (rows: number) => boolean = () => false,
): Promise<number> {
  const run = await runById(bank.database.db, runId);
  let rows = 0;
  while (run && !isStopping(rows) && (await workOnNext(bank, run))) rows += 1;
  return rows;
}

/** Rows of a run that a job works on in one step. */
const ROWS_OF_STEP = 50;

/** Goes on with the runs that a process left when it ended. @returns how many rows it worked on. */
export async function continueBulkRuns(bank: BulkBank): Promise<number> {
  let rows = 0;
  for (const id of await openRunIds(bank.database.db))
    rows += await workThrough(bank, id, (done) => done >= ROWS_OF_STEP);
  return rows;
}
