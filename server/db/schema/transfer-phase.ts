import { type SQL, sql } from 'drizzle-orm';
import { statusOfPhase, TRANSFER_PHASES, WITHDRAWAL_STATUSES } from '#domain/withdrawals/phases.ts';
import { isOpenWithdrawalStatus } from '#domain/withdrawals/status.ts';

/** The table of a transfer's phases (domain/withdrawals/phases.ts) as the database reads it. */

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

/** What the column `phase` may hold. */
export const isTransferPhase: SQL = sql.raw(`phase in (${quoted(TRANSFER_PHASES)})`);

/** The status that follows from the column `phase`, as the expression of a generated column. */
export const statusOfTransfer: SQL = sql.raw(
  `case ${WITHDRAWAL_STATUSES.map((status) => {
    const phases = TRANSFER_PHASES.filter((phase) => statusOfPhase(phase) === status);
    return `when phase in (${quoted(phases)}) then '${status}'`;
  }).join(' ')} end`,
);

/**
 * The phases whose amount is held, as a list. The index of held amounts names phases, not statuses: by a condition on the status PostgreSQL joined it with the
 * indexes of lists and read every open transfer to show twenty.
 */
export const HELD_PHASES: SQL = sql.raw(
  quoted(TRANSFER_PHASES.filter((phase) => isOpenWithdrawalStatus(statusOfPhase(phase)))),
);
