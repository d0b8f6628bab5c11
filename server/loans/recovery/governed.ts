import { Refusal } from '#domain/errors.ts';
import { phaseForStaff } from '#domain/loans/phases.ts';
import { OPERATION_OF_RECOVERY_ACT, type RecoveryAct } from '#domain/loans/recovery.ts';
import { money } from '#domain/money/money.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Db } from '../../db/database.ts';
import type { Governed, GovernedFacts } from '../../work/governed.ts';
import { readServicedLoans, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { claimOn } from './accelerate.ts';
import { capitalOwedMinor } from './doubtful-loans.ts';
import { actOnLateLoan, type RecoveryOrder, requirePossibleAct } from './recovery-acts.ts';
import { provisionOfLoan } from './recovery-queries.ts';

/** The call of a route: an order without its act, which the route names. */
export type RecoveryCall = Omit<RecoveryOrder, 'act'> & {
  readonly kind?: 'provision' | 'release' | undefined;
};

/** What an act of the books moves: of a write-off capital and interest (FOUR-5), of an acceleration the claim, of the others what is typed. */
async function amountOf(
  tx: Db,
  serviced: ServicedLoan,
  { act, amountMinor, day }: { act: RecoveryAct; amountMinor: number | undefined; day: string },
): Promise<number> {
  if (act === 'write-off') return capitalOwedMinor(serviced) + Math.max(0, serviced.receivableInterestMinor);
  if (act === 'acceleration')
    return serviced.phase === 'active' ? (await claimOn(tx, serviced, day)).totalMinor : 0;
  return amountMinor ?? 0;
}

async function factsOf(
  tx: Db,
  { id, act, amountMinor }: Pick<RecoveryOrder, 'id' | 'act' | 'amountMinor'>,
  now: Date,
): Promise<GovernedFacts> {
  const serviced = (await readServicedLoans(tx, [id])).get(id);
  if (!serviced) throw new Refusal('not-found');
  const { loan, phase, account, currency, isDoubtful } = serviced;
  return {
    clientAccountId: account.id,
    subjectId: id,
    amount: money(await amountOf(tx, serviced, { act, amountMinor, day: legalDay(now) }), currency),
    conditions: [],
    seen: {
      phase: phaseForStaff(phase),
      freeze: loan.frozen,
      isDoubtful,
      capitalMinor: capitalOwedMinor(serviced),
      provisionMinor: await provisionOfLoan(tx, id),
    },
    deadline: null,
  };
}

/** The order of a call. */
export const orderOf = (act: RecoveryAct, { kind, ...call }: RecoveryCall): RecoveryOrder => ({
  ...call,
  act: kind ?? act,
});

const governed = (act: Exclude<RecoveryAct, 'release'>): Governed<RecoveryCall> => ({
  operation: OPERATION_OF_RECOVERY_ACT[act],
  facts: (tx, input, now) => factsOf(tx, orderOf(act, input), now),
  requirePossible: (work, input) => requirePossibleAct(work, orderOf(act, input)),
  execute: (work, input) => actOnLateLoan(work, orderOf(act, input)),
});

/** The acts of recovery that others approve (FOUR-22, LC-75). */
export const GOVERNED_RECOVERY_OPERATIONS = [
  governed('acceleration'),
  governed('provision'),
  governed('write-off'),
  governed('interest-forfeiture'),
  governed('taxed-costs'),
];
