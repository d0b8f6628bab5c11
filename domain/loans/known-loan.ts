import { sumMinor } from '../money/money.ts';
import type { KnownLoan } from './solvency.ts';

/** An instalment in force of a loan that this house paid out, in minor units. */
export interface KnownRow {
  /** YYYY-MM-DD. */
  readonly dueDate: string;
  readonly instalmentMinor: number;
  /** Its capital that is not paid. */
  readonly capitalLeftMinor: number;
}

/** What a loan takes of its client's resources, as a dialogue sheet says it (LC-19). */
export interface KnownFigures {
  /** What is paid each month: the last row, which takes the rest, and due dates that are suspended do not say it. */
  readonly instalmentMinor: number;
  /** All capital that is not paid: what is late and a claim that was accelerated, too. */
  readonly remainingMinor: number;
  /** The month of the last instalment, YYYY-MM; of a debt that is due already, the present one. */
  readonly endMonth: string;
}

/**
 * The figures of a loan on a day; null when nothing is left of it.
 * @param agreedInstalmentMinor that of the contract, for a debt without instalments to come.
 */
export function knownFiguresOf(
  rows: readonly KnownRow[],
  { agreedInstalmentMinor, today }: { readonly agreedInstalmentMinor: number; readonly today: string },
): KnownFigures | null {
  const remainingMinor = sumMinor(rows.map(({ capitalLeftMinor }) => capitalLeftMinor));
  if (remainingMinor === 0) return null;
  const coming = rows.filter(({ dueDate }) => dueDate >= today);
  const regular = coming.at(-2) ?? coming.at(-1);
  return {
    instalmentMinor: regular?.instalmentMinor ?? agreedInstalmentMinor,
    remainingMinor,
    endMonth: (coming.at(-1)?.dueDate ?? today).slice(0, 7),
  };
}

type Named = Pick<KnownLoan, 'loanId'>;

/**
 * Whether a sheet lacks a loan that this house has granted since: two requests that wait together would else each be judged as if the other were not
 * there (LC-19, LC-22). The sheet's own request is none of them.
 */
export function lacksKnownLoans(
  named: readonly Named[],
  known: readonly Named[],
  requestId: string,
): boolean {
  const ids = new Set([requestId, ...named.map(({ loanId }) => loanId)]);
  return known.some(({ loanId }) => !ids.has(loanId));
}
