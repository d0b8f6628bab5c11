import ArrowDownRight from 'lucide-react/icons/arrow-down-right';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import type { ReactNode } from 'react';
import { cx } from './classes.ts';

/** A large quiet figure with its label. Give `live` to a figure that changes under the reader's hand. */
export function Figure({
  label,
  children,
  note,
  size,
  live,
  className,
}: {
  label: ReactNode;
  children: ReactNode;
  note?: ReactNode;
  size?: 'regular' | 'large' | 'hero';
  live?: boolean;
  className?: string;
}) {
  return (
    <div className={cx('figure', className)} data-size={size}>
      <p className="figure-label">{label}</p>
      <p className="figure-value tabular" aria-live={live ? 'polite' : undefined}>
        {children}
      </p>
      {note ? <div className="figure-note">{note}</div> : null}
    </div>
  );
}

/** One figure of an overview: label, value, and what to make of it. */
export function StatCard({
  label,
  children,
  icon,
  note,
  action,
  ledge,
}: {
  label: ReactNode;
  children: ReactNode;
  icon?: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  ledge?: boolean;
}) {
  return (
    <div className="stat-card" data-ledge={ledge || undefined}>
      <div className="stat-head">
        <p className="figure-label">{label}</p>
        {action ?? (icon ? <span className="stat-icon">{icon}</span> : null)}
      </div>
      <p className="stat-value tabular">{children}</p>
      {note ? <div className="figure-note">{note}</div> : null}
    </div>
  );
}

export type TrendDirection = 'up' | 'down' | 'flat';

/** An arrow and its words. Whether up is good is the screen's business: `good` colours it. */
export function Trend({
  direction,
  good,
  children,
}: {
  direction: TrendDirection;
  good?: boolean;
  children: ReactNode;
}) {
  const Icon = direction === 'up' ? ArrowUpRight : direction === 'down' ? ArrowDownRight : ArrowRight;
  return (
    <span className="trend" data-good={good}>
      <Icon aria-hidden="true" />
      {children}
    </span>
  );
}
