import { type Consolidation, consolidationOf } from '#domain/loans/consolidation.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { Db } from '../../db/database.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import type { SheetRow } from '../file/file-queries.ts';
import type { OfferRow } from './queries.ts';

type Offered = Pick<OfferRow, 'principal' | 'totalDue'> & { readonly currency: CurrencyCode };

/** Whether the sum is enough for the debts, or more than they need (note 3 of the annex to R314-20). */
function sumVerdict({ principal }: Offered, neededMinor: number, amount: (minor: number) => string): string {
  if (principal > neededMinor)
    return `Le regroupement comprend un crédit complémentaire de ${amount(principal - neededMinor)}.`;
  return principal < neededMinor
    ? `Ce prêt ne suffit pas à rembourser tout ce qui est listé\u00a0: il manque ${amount(neededMinor - principal)}, que vous payez vous-même.`
    : 'Le montant du prêt est celui des crédits et des dettes à rembourser.';
}

/** What the interest of the loan is beside that of the credits it repays. */
function costVerdict(
  offered: Offered,
  { neededMinor, totalDueMinor }: Consolidation,
  amount: (minor: number) => string,
): string {
  const costMinor = offered.totalDue - offered.principal;
  const todayMinor = totalDueMinor - neededMinor;
  const difference = costMinor - todayMinor;
  const both = `Intérêts restants de vos crédits\u00a0: ${amount(todayMinor)}. Intérêts de ce prêt${offered.principal > neededMinor ? ', crédit complémentaire compris' : ''}\u00a0: ${amount(costMinor)}`;
  if (difference === 0) return `${both}, autant.`;
  return difference > 0
    ? `${both}, soit ${amount(difference)} de plus.`
    : `${both}, soit ${amount(-difference)} de moins.`;
}

/**
 * What the document of a consolidation says beside the offer and the sheet, in French (LC-24, R314-20). Null when the certified sheet asks for none.
 * @param day of the offer, YYYY-MM-DD.
 */
export async function consolidationOfOffer(
  db: Db,
  { content }: Pick<SheetRow, 'content'>,
  offered: Offered,
  day: string,
): Promise<{
  readonly values: Record<string, string>;
  readonly content: { readonly consolidation: Consolidation };
} | null> {
  if (!content.repaysDebts) return null;
  const law = await parametersOn(db, day, ['early.threshold', 'early.capLong']);
  const consolidation = consolidationOf(content, day, {
    thresholdMinor: law['early.threshold'],
    capBps: law['early.capLong'],
  });
  const amount = (amountMinor: number) => formatMoney({ amountMinor, currency: offered.currency }, 'fr-FR');
  const { neededMinor, indemnityCapMinor } = consolidation;
  return {
    content: { consolidation },
    values: {
      neededSum: `${amount(neededMinor)}, intérêts du mois en cours non compris`,
      indemnityCap:
        indemnityCapMinor > 0
          ? `${amount(indemnityCapMinor)} au plus, si vos contrats en prévoient une`
          : 'Aucune',
      sumVerdict: sumVerdict(offered, neededMinor, amount),
      costVerdict: costVerdict(offered, consolidation, amount),
    },
  };
}
