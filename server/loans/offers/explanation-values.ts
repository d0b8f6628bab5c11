import type { FileFigures } from '#domain/loans/solvency.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { formatMoney } from '#domain/money/format.ts';
import type { RequestRow } from '../queries.ts';

/** The values of the explanations of an offer, in French (LC-23). @param figures of the certified sheet; null without one. */
export function explanationValues(
  { purpose, instalment, currency }: Pick<RequestRow, 'purpose' | 'instalment' | 'currency'>,
  figures: Pick<FileFigures, 'restToLiveMinor'> | null,
): Record<string, string> {
  const amount = (amountMinor: number) =>
    formatMoney({ amountMinor, currency: currency as CurrencyCode }, 'fr-FR');
  return {
    purpose,
    instalment: amount(instalment),
    restToLive: figures
      ? amount(figures.restToLiveMinor)
      : 'Non calculé\u00a0: la fiche de dialogue n’est pas remplie (démonstration)',
  };
}
