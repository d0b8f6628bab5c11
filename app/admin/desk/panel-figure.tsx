import type { ReactNode } from 'react';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge, type StatusKind } from '../../ui/badge.tsx';

/** The first line of an opened row: its amount, and its state at the other end. */
export function PanelFigure({
  minor,
  currency,
  kind,
  state,
}: {
  minor: number;
  currency: CurrencyCode;
  kind: StatusKind;
  /** The state in words. */
  state: ReactNode;
}) {
  return (
    <div className="desk-panel-figure">
      <p className="figure-value tabular">
        <Amount minor={minor} currency={currency} size="large" />
      </p>
      <StatusBadge kind={kind}>{state}</StatusBadge>
    </div>
  );
}
