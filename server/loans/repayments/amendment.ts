import type { Institution } from '#content/institution/schema.ts';
import { addressInLine } from '#content/institution-values.ts';
import { creditWarning } from '#domain/loans/legal-wording.ts';
import { interestDueMinor } from '#domain/loans/loan-rows.ts';
import type { Measure, MeasureResult } from '#domain/loans/measures.ts';
import { scheduleOfRows } from '#domain/loans/schedule.ts';
import { formatMoney, formatRate } from '#domain/money/format.ts';
import { LEGAL_TIME_ZONE, legalDay, timeIn } from '#domain/time/days.ts';
import { addressLines } from '../../papers/address-lines.ts';
import { dayInFrench } from '../../papers/paper-language.ts';
import { fill, legalWords } from '../../papers/words.ts';
import type { Work } from '../../work/work.ts';
import { AMENDMENT, JUDGES_TERMS, keepPaper, MEASURE_PROPOSAL } from '../offers/papers.ts';
import { type Borrower, borrowerOf, contractOf } from '../offers/queries.ts';
import type { ServicedLoan } from '../servicing/serviced-loans.ts';
import { type MeasureEffect, planChange } from './measure-effect.ts';
import type { MeasureRow } from './measure-queries.ts';

/** A measure that is proposed, or runs from now on: what it is, and the loan as it was before it. */
export interface MadeMeasure {
  readonly row: MeasureRow;
  readonly measure: Measure;
  readonly result: MeasureResult;
  /** Read before its rows were written. */
  readonly serviced: ServicedLoan;
}

/** A judge's terms and an agreement run already; what is proposed waits. */
function templateOf({ decisionOn, state }: MeasureRow) {
  if (decisionOn !== null) return JUDGES_TERMS;
  return state === 'proposed' ? MEASURE_PROPOSAL : AMENDMENT;
}

const percent = (bps: number) => formatRate(bps, 'fr-FR');

/** The rates before and after, in words: that of a judge until its last day, and the loan's own again after it (LC-91). */
function ratesInWords(beforeBps: number, rates: MeasureEffect['rates']): string {
  const after = rates.map(({ annualRateBps, untilDay }) =>
    untilDay ? `${percent(annualRateBps)} jusqu'au ${dayInFrench(untilDay)}` : percent(annualRateBps),
  );
  return [percent(beforeBps), ...after]
    .filter((words, index, all) => words !== all[index - 1])
    .join(', puis ');
}

function valuesOf(
  { row, result, serviced }: MadeMeasure,
  of: {
    readonly institution: Institution;
    readonly borrower: Borrower;
    readonly reference: string;
    readonly now: Date;
  },
): Record<string, string> {
  const { institution, borrower, reference, now } = of;
  const { loan, currency, state } = serviced;
  const amount = (amountMinor: number) => formatMoney({ amountMinor, currency }, 'fr-FR');
  const { before, after, rates, extraInterestMinor } = planChange(serviced, legalDay(now), result);
  const change = (one: string, other: string) => (one === other ? one : `${one}, puis ${other}`);
  const { mediator } = institution;
  return {
    reference,
    legalName: institution.legalName,
    legalForm: institution.legalForm,
    lenderAddress: addressInLine(institution),
    lenderRegister: institution.rcs,
    lenderPhone: institution.phone.display,
    serviceEmail: institution.customerServiceEmail,
    mediator: `${mediator.name}, ${mediator.address}, ${mediator.website}`,
    borrower: addressLines(borrower).join(', '),
    principal: amount(loan.principal),
    paidOutOn: dayInFrench(state.payoutDay),
    measure: fill(legalWords.measure.kinds[row.kind], {
      months: String(row.months ?? ''),
      amount: row.amount === null ? '' : amount(row.amount),
      rate: row.annualRateBps === null ? '' : percent(row.annualRateBps),
    }),
    rates: ratesInWords(state.annualRateBps, rates),
    instalment: change(amount(before.instalmentMinor), amount(after.instalmentMinor)),
    left: change(String(before.instalmentsLeft), String(after.instalmentsLeft)),
    last: change(dayInFrench(before.endsOn), dayInFrench(after.endsOn)),
    interest: change(amount(before.interestLeftMinor), amount(after.interestLeftMinor)),
    extraInterest:
      extraInterestMinor === 0
        ? 'Aucune'
        : `${amount(Math.abs(extraInterestMinor))} de ${extraInterestMinor > 0 ? 'plus' : 'moins'}`,
    proposedOn: dayInFrench(row.proposedAt),
    openUntil: dayInFrench(row.openUntil),
    agreedOn: dayInFrench(now),
    agreedAt: timeIn(LEGAL_TIME_ZONE, now),
    decisionOn: row.decisionOn === null ? '' : dayInFrench(row.decisionOn),
    creditWarning: creditWarning(legalDay(now)).text,
  };
}

/**
 * Keeps the paper of a measure among those of the contract, with its hash (LC-87, LC-91): what is proposed, or what runs now; what changes, the new
 * schedule and what it costs in euro.
 * @returns its id, for the mail that carries it.
 */
export async function keepMeasurePaper(
  work: Work,
  institution: Institution,
  made: MadeMeasure,
): Promise<string> {
  const { row, result, serviced } = made;
  const { loan, account, currency } = serviced;
  const borrower = await borrowerOf(work.tx, account.id);
  const contract = await contractOf(work.tx, loan.id);
  const { id } = await keepPaper(
    work,
    institution,
    loan.id,
    templateOf(row),
    {
      borrower,
      currency,
      values: valuesOf(made, {
        institution,
        borrower,
        reference: contract?.reference ?? loan.id,
        now: work.now,
      }),
      schedule: scheduleOfRows(
        result.rows.map((each) => ({ ...each, interestMinor: interestDueMinor(each) })),
      ),
    },
    row.id,
  );
  return id;
}
