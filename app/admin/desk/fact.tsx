import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';

/** A verdict with an icon: colour alone does not convey it. */
export function Fact({ kind, children }: { kind: 'good' | 'doubtful' | 'bad'; children: ReactNode }) {
  const Icon = { good: CircleCheck, doubtful: TriangleAlert, bad: CircleAlert }[kind];
  return (
    <span className="fact" data-kind={kind}>
      <Icon aria-hidden="true" />
      {children}
    </span>
  );
}
