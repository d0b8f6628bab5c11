import { Refusal } from '#domain/errors.ts';
import { movesMoney, type Operation } from '#domain/operations.ts';
import { isPassingRefusal } from '#domain/proposals/proposal.ts';
import type { Db } from '../db/database.ts';
import type { Governed, GoverningBank } from '../work/governed.ts';
import type { Work } from '../work/work.ts';

/**
 * Does what a command would do as a call of its own, and undoes it: what its route would refuse today is refused before others are asked to
 * approve it (FOUR-25). Nothing of it stays: neither its rows nor what it leaves to the end of the transaction; its locks end with it.
 * @throws what the use case throws, but for what passes by itself (FOUR-16).
 */
export async function tryCommand<Input>(
  work: Work,
  governed: Governed<Input>,
  input: Input,
  bank: GoverningBank,
): Promise<void> {
  const done = new Error('tried, and undone');
  const tried = work.tx.transaction(async (savepoint) => {
    const trial: Work = {
      ...work,
      tx: savepoint as unknown as Db,
      movesMoney: movesMoney(governed.operation as Operation),
      posted: [],
      closing: new Map(),
      beside: [],
    };
    await governed.execute(trial, input, bank);
    throw done;
  });
  await tried.catch((error: unknown) => {
    if (error !== done && !(error instanceof Refusal && isPassingRefusal(error.code))) throw error;
  });
}
