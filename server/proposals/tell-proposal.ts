import { sql } from 'drizzle-orm';
import type { StaffNotice } from '#domain/notifications/notification.ts';
import { fits, type Slot } from '#domain/proposals/policy.ts';
import type { ProposalStatus } from '#domain/proposals/proposal.ts';
import { filledCount } from '#domain/proposals/slots.ts';
import { type Db, listed, rowsOf } from '../db/database.ts';
import { notifyStaff, queueMail } from '../notifications/notify.ts';
import type { Work } from '../work/work.ts';
import {
  activeStaff,
  approvalsOf,
  countProposals,
  type ProposalFilter,
  type ProposalRow,
  peopleOfFile,
  waitingFor,
} from './queries.ts';

/** A person hears by mail at most once in this time that proposals wait (FOUR-21). */
const QUIET_MS = 3_600_000;

async function addressesOf(tx: Db, userIds: readonly string[]) {
  return rowsOf<{ id: string; email: string }>(
    tx,
    sql`select id, email from users where id = any (${listed(userIds, 'uuid')}) and email_verified order by id`,
  );
}

/** Mails that say how many wait, and nothing of what they are. */
type WaitingMail = 'proposals-waiting' | 'emergencies-waiting';

/** Of these people the ones who have had no such mail for an hour. */
async function notWrittenLately(
  tx: Db,
  userIds: readonly string[],
  { template, now }: { readonly template: WaitingMail; readonly now: Date },
): Promise<readonly string[]> {
  const since = new Date(now.getTime() - QUIET_MS).toISOString();
  const rows = await rowsOf<{ user_id: string }>(
    tx,
    sql`select distinct user_id from outbox where template = ${template} and created_at > ${since}::timestamptz
      and user_id = any (${listed(userIds, 'uuid')})`,
  );
  const written = new Set(rows.map((row) => row.user_id));
  return userIds.filter((id) => !written.has(id));
}

/**
 * Tells those who can fill a slot that is open that something waits for them (FOUR-21), and nobody who has approved: the proposal in their bell at once; by mail, at most once an hour, how
 * many wait, and nothing of what they are.
 */
export async function tellApprovers(
  work: Work,
  proposal: Pick<ProposalRow, 'id' | 'number' | 'clientAccountId' | 'makerId' | 'notBy'> & {
    readonly slots: readonly Slot[];
  },
  notice: Extract<StaffNotice, 'proposal-to-approve' | 'emergency-to-review'> = 'proposal-to-approve',
): Promise<void> {
  const { slots, makerId, number } = proposal;
  const ofFile = await peopleOfFile(work.tx, proposal.clientAccountId);
  // FOUR-24 tells compliance of every emergency, also where its approvers are others.
  const isEmergency = notice === 'emergency-to-review';
  const told = isEmergency ? [...slots, ['compliance']] : slots;
  const approvals = (await approvalsOf(work.tx, proposal.id)).filter(({ id }) => !ofFile.has(id));
  const filled = filledCount(told, approvals);
  const eligible = (await activeStaff(work.tx)).filter(
    ({ id, roles, mayApprove }) =>
      (mayApprove || isEmergency) &&
      id !== makerId &&
      !proposal.notBy.includes(id) &&
      !ofFile.has(id) &&
      !approvals.some((approval) => approval.id === id) &&
      filledCount(told, [...approvals, { id, roles }]) > filled,
  );
  for (const { id } of eligible) await notifyStaff(work, id, notice, { reference: `P-${number}` });
  const template = isEmergency ? 'emergencies-waiting' : 'proposals-waiting';
  const ids = await notWrittenLately(
    work.tx,
    eligible.map(({ id }) => id),
    { template, now: work.now },
  );
  const rolesOf = new Map(eligible.map(({ id, roles }) => [id, roles]));
  for (const { id, email } of await addressesOf(work.tx, ids)) {
    const filter: ProposalFilter = isEmergency
      ? { kind: 'emergencies', userId: id }
      : await waitingFor(work.tx, { userId: id, roles: rolesOf.get(id) ?? [], now: work.now });
    const count = await countProposals(work.tx, filter);
    if (count > 0) queueMail(work, email, template, { count }, id);
  }
}

/** Raises an alert about an emergency with compliance (FOUR-24), and tells its maker of one that is contested; not the person who does this. */
export async function alertCompliance(
  work: Work,
  { number, makerId }: Pick<ProposalRow, 'number' | 'makerId'>,
  alert: Extract<StaffNotice, 'emergency-contested' | 'emergencies-repeated'>,
): Promise<void> {
  for (const { id, roles } of await activeStaff(work.tx))
    if (id !== work.actorId && (fits(['compliance'], roles) || id === makerId))
      await notifyStaff(work, id, alert, { reference: `P-${number}` });
}

/** Tells the maker, in their bell and by mail, how their proposal ended: its number and nothing of what it was. */
export async function tellMaker(
  work: Work,
  proposal: Pick<ProposalRow, 'makerId' | 'number'>,
  status: ProposalStatus,
): Promise<void> {
  if (proposal.makerId === work.actorId) return;
  const told = { kind: `proposal-${endOf(status)}`, params: { reference: `P-${proposal.number}` } } as const;
  await notifyStaff(work, proposal.makerId, told.kind, told.params);
  for (const { id, email } of await addressesOf(work.tx, [proposal.makerId]))
    queueMail(work, email, told.kind, told.params, id);
}

const endOf = (status: ProposalStatus) => {
  if (status === 'executed' || status === 'refused' || status === 'expired') return status;
  return 'stale';
};
