import type { Consolidation } from '#domain/loans/consolidation.ts';
import words from '#locales/fr/loan-file.json' with { type: 'json' };
import { french } from '../../papers/paper-language.ts';
import type { TableContent } from '../../papers/tables.ts';

interface Filling {
  readonly values: Readonly<Record<string, string>>;
  /** An amount of the loan's currency, as the paper writes it. */
  readonly amount: (amountMinor: number) => string;
}

const monthsInWords = (count: number) => `${count}\u00a0mois`;

/** Each credit that is repaid (R314-20, 1°). */
function repaidLoans({ loans, indemnityCapMinor }: Consolidation, { amount }: Filling): TableContent {
  return {
    columns: [
      { header: 'Crédit', share: 0.24 },
      { header: 'Échéance', share: 0.12, isNumber: true },
      { header: 'Capital restant dû', share: 0.18, isNumber: true },
      { header: 'Durée restante', share: 0.15, isNumber: true },
      { header: 'Reste à payer', share: 0.15, isNumber: true },
      { header: 'Indemnité max.', share: 0.16, isNumber: true },
    ],
    rows: loans.map((loan) => [
      `${words.sheet.loanKinds[loan.kind]}, ${loan.lender}`,
      amount(loan.instalmentMinor),
      amount(loan.capitalMinor),
      monthsInWords(loan.monthsLeft),
      amount(loan.totalDueMinor),
      amount(loan.indemnityCapMinor),
    ]),
    total: ['Total', '', '', '', '', amount(indemnityCapMinor)],
  };
}

/** The debts that are no credit (R314-20, 2°). */
function otherDebts({ debts }: Consolidation, { amount }: Filling): TableContent {
  return {
    columns: [
      { header: 'Autre dette', share: 0.5 },
      { header: 'Montant', share: 0.25, isNumber: true },
      { header: 'À payer le', share: 0.25, isNumber: true },
    ],
    rows: debts.map(({ kind, amountMinor, dueOn }) => [
      words.sheet.debtKinds[kind],
      amount(amountMinor),
      french().dayInFigures(dueOn),
    ]),
  };
}

/** The comparison of the annex to R314-20. */
function comparison(
  { loans, debts, neededMinor, totalDueMinor, instalmentsMinor }: Consolidation,
  { amount, values }: Filling,
): TableContent {
  const longest = Math.max(0, ...loans.map(({ monthsLeft }) => monthsLeft));
  const lastDebt = debts
    .map(({ dueOn }) => dueOn)
    .sort()
    .at(-1);
  const value = (name: string) => values[name] ?? '';
  return {
    columns: [
      { header: '', share: 0.3 },
      { header: 'Crédits en cours et autres dettes', share: 0.35 },
      { header: 'Regroupement de crédits proposé', share: 0.35 },
    ],
    rows: [
      ['Capital restant dû et autres dettes', amount(neededMinor), value('principal')],
      ['Taux débiteur', 'Non communiqué', `${value('rate')}, fixe`],
      ['Échéances par mois', amount(instalmentsMinor), value('instalment')],
      ['Durée de remboursement', `Jusqu'à ${monthsInWords(longest)}`, value('duration')],
      ...(lastDebt
        ? [['Autres dettes exigibles', `Au plus tard le ${french().dayInFigures(lastDebt)}`, '–']]
        : []),
      ['Montant total dû', amount(totalDueMinor), value('totalDue')],
      ['Coûts supplémentaires', 'Aucun', value('indemnityCap')],
    ],
  };
}

/** A table of the document of a consolidation; null when it would have no row. */
export function consolidationTable(
  table: 'repaid-loans' | 'other-debts' | 'comparison',
  consolidation: Consolidation,
  filling: Filling,
): TableContent | null {
  if (table === 'repaid-loans')
    return consolidation.loans.length > 0 ? repaidLoans(consolidation, filling) : null;
  if (table === 'other-debts')
    return consolidation.debts.length > 0 ? otherDebts(consolidation, filling) : null;
  return comparison(consolidation, filling);
}
