import RotateCw from 'lucide-react/icons/rotate-cw';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cx } from './classes.ts';

/** Placeholder of loading content, in the same box, so that nothing moves when it arrives. */
export function Skeleton({
  shape = 'text',
  className,
}: {
  shape?: 'text' | 'title' | 'figure' | 'block';
  className?: string;
}) {
  return <span className={cx('skeleton', className)} data-shape={shape} aria-hidden="true" />;
}

/** Several lines of skeleton, with the words a screen reader hears once. */
export function SkeletonList({ label, rows = 4 }: { label: string; rows?: number }) {
  return (
    <div className="skeleton-list" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={row} className="skeleton-row" aria-hidden="true">
          <Skeleton shape="text" />
          <Skeleton shape="text" />
        </div>
      ))}
    </div>
  );
}

/** Empty state: what will appear here, and how to begin. */
export function EmptyState({
  drawing,
  title,
  children,
  action,
  headingLevel: Heading = 'h3',
}: {
  drawing?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  headingLevel?: 'h2' | 'h3' | 'h4';
}) {
  return (
    <div className="state">
      {drawing ? <div className="state-drawing">{drawing}</div> : null}
      <Heading className="state-title">{title}</Heading>
      {children ? <div className="state-text">{children}</div> : null}
      {action ? <div className="cluster state-action">{action}</div> : null}
    </div>
  );
}

/** Error state: what happened, what was kept, and a button to retry. */
export function ErrorState({
  drawing,
  title,
  children,
  retryLabel,
  onRetry,
  retrying,
  reference,
  headingLevel: Heading = 'h3',
}: {
  drawing?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  retryLabel?: string;
  onRetry?: () => void;
  retrying?: boolean;
  /** Reference to quote to support. */
  reference?: ReactNode;
  headingLevel?: 'h2' | 'h3' | 'h4';
}) {
  return (
    <div className="state" data-kind="error" role="alert">
      {drawing ? <div className="state-drawing">{drawing}</div> : null}
      <Heading className="state-title">{title}</Heading>
      {children ? <div className="state-text">{children}</div> : null}
      {reference ? <p className="state-reference tabular">{reference}</p> : null}
      {onRetry && retryLabel ? (
        <div className="cluster state-action">
          <Button loading={retrying} icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
            {retryLabel}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
