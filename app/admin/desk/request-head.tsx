import type { ReactNode } from 'react';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { Amount } from '../../page/amount.tsx';
import type { StatusKind } from '../../ui/badge.tsx';
import { Age } from './age.tsx';
import { RateDay } from './amount.tsx';
import { PanelFigure } from './panel-figure.tsx';

/** What an opened request begins with: its amount and state, the amount in euro, and who decided it when. */
export function RequestHead({
  request,
  kind,
  state,
  sub,
  inEuro,
  decidedBy,
}: {
  request: {
    readonly amountMinor: number;
    readonly amountEurMinor: number;
    readonly currency: CurrencyCode;
    readonly decision: { readonly at: string | null };
  };
  kind: StatusKind;
  state: ReactNode;
  /** What else the state says, on a line of its own (LC-7). */
  sub?: string | null;
  /** « soit », before the amount in euro. */
  inEuro: string;
  /** Who decided, in words. */
  decidedBy: string;
}) {
  const { amountMinor, amountEurMinor, currency, decision } = request;
  return (
    <>
      <PanelFigure minor={amountMinor} currency={currency} kind={kind} state={state} />
      {sub ? <p className="cell-note">{sub}</p> : null}
      {currency === 'EUR' ? null : (
        <p className="cell-note">
          {inEuro} <Amount minor={amountEurMinor} currency="EUR" />, <RateDay currency={currency} />
        </p>
      )}
      {decision.at ? (
        <p className="desk-panel-decision">
          {decidedBy} <Age since={decision.at} />
        </p>
      ) : null}
    </>
  );
}
