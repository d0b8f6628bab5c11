import type { ReactNode } from 'react';
import { Amount } from '../../page/amount.tsx';
import { StatusBadge, type StatusKind } from '../../ui/badge.tsx';
import './panel-lines.css';

/** Lines of an opened row: the orders of a file, the signatures of a mandate. */
export function PanelLines({ children }: { children: ReactNode }) {
  return <ul className="panel-lines">{children}</ul>;
}

/** One line, with what stands at its end. */
export function PanelLine({ end, children }: { end: ReactNode; children: ReactNode }) {
  return (
    <li className="panel-line">
      <div>{children}</div>
      <div className="panel-line-end">{end}</div>
    </li>
  );
}

/** The line of an order of a SEPA file: its amount in euro and its state at its end. */
export function PanelAmountLine({
  minor,
  kind,
  state,
  children,
}: {
  minor: number;
  kind: StatusKind;
  /** The state in words. */
  state: ReactNode;
  children: ReactNode;
}) {
  return (
    <PanelLine
      end={
        <>
          <Amount minor={minor} currency="EUR" />
          <StatusBadge kind={kind}>{state}</StatusBadge>
        </>
      }
    >
      {children}
    </PanelLine>
  );
}
