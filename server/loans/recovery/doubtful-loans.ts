import { eq } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { loanCure, loanProvision, loanProvisionRelease, loanToDoubtful } from '#domain/ledger/postings.ts';
import { sumMinor } from '#domain/money/money.ts';
import { loans } from '../../db/schema/index.ts';
import { post } from '../../ledger/post.ts';
import type { Work } from '../../work/work.ts';
import { accrue } from '../servicing/accrue-interest.ts';
import type { ServicedLoan } from '../servicing/serviced-loans.ts';
import { provisionOfLoan } from './recovery-queries.ts';

/** The capital of a loan that is not paid, due or not, in minor units. */
export function capitalOwedMinor({ instalments }: Pick<ServicedLoan, 'instalments'>): number {
  return sumMinor(instalments.map(({ capital, paidCapital }) => capital - paidCapital));
}

/** Moves the capital of a loan, read whole, to the doubtful claims: no interest of it is income any more until it is paid (LC-84). */
export async function makeDoubtful(work: Work, serviced: ServicedLoan, day: string): Promise<void> {
  const { loan, currency } = serviced;
  await accrue(work, serviced, day);
  await post(work, loanToDoubtful(loan.id, { amountMinor: capitalOwedMinor(serviced), currency }), loan.id);
  await work.tx.update(loans).set({ doubtfulOn: day, accruedOn: null }).where(eq(loans.id, loan.id));
}

/** Takes back all that is set aside for a loan. */
export async function releaseProvision(work: Work, { loan, currency }: ServicedLoan): Promise<void> {
  const amountMinor = await provisionOfLoan(work.tx, loan.id);
  if (amountMinor > 0) await post(work, loanProvisionRelease(loan.id, { amountMinor, currency }), loan.id);
}

/** Moves the capital of a doubtful loan back: its interest is income again, what ran meanwhile too (LC-84). */
export async function cure(work: Work, serviced: ServicedLoan, day: string): Promise<void> {
  const { loan, currency, phase } = serviced;
  await releaseProvision(work, serviced);
  await post(work, loanCure(loan.id, { amountMinor: capitalOwedMinor(serviced), currency }), loan.id);
  await work.tx
    .update(loans)
    .set({ doubtfulOn: null, accruedOn: phase === 'active' ? day : null })
    .where(eq(loans.id, loan.id));
  await accrue(work, { ...serviced, isDoubtful: false }, day);
}

/**
 * Sets an amount aside for a doubtful loan, or takes a part of it back (LC-84; state table, row 28).
 * @throws Refusal `provision.not-doubtful`; `provision.above-claim` above the capital and interest that the books hold of it, or above what is
 * set aside.
 */
export async function provide(
  work: Work,
  serviced: ServicedLoan,
  { kind, amountMinor }: { readonly kind: 'provision' | 'release'; readonly amountMinor: number },
): Promise<void> {
  const { loan, currency } = serviced;
  await requireProvision(work, serviced, { kind, amountMinor });
  const amount = { amountMinor, currency };
  await post(
    work,
    kind === 'provision' ? loanProvision(loan.id, amount) : loanProvisionRelease(loan.id, amount),
    loan.id,
  );
}

/** Checks an amount to set aside or to take back. @throws Refusal as `provide`. */
export async function requireProvision(
  work: Work,
  serviced: ServicedLoan,
  { kind, amountMinor }: { readonly kind: 'provision' | 'release'; readonly amountMinor: number },
): Promise<void> {
  if (!serviced.isDoubtful) throw new Refusal('provision.not-doubtful');
  const heldMinor = await provisionOfLoan(work.tx, serviced.loan.id);
  const mostMinor =
    kind === 'release'
      ? heldMinor
      : capitalOwedMinor(serviced) + Math.max(0, serviced.receivableInterestMinor) - heldMinor;
  if (amountMinor > mostMinor) throw new Refusal('provision.above-claim');
}
