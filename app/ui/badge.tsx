import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import Loader from 'lucide-react/icons/loader';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'brand' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className="badge" data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}

/** The states a thing may be in. The shape of the icon says as much as the colour. */
export type StatusKind = 'waiting' | 'running' | 'done' | 'refused' | 'attention' | 'idle';

const looks = {
  waiting: { tone: 'warning', Icon: Clock },
  running: { tone: 'info', Icon: Loader },
  done: { tone: 'success', Icon: CircleCheck },
  refused: { tone: 'danger', Icon: CircleX },
  attention: { tone: 'warning', Icon: TriangleAlert },
  idle: { tone: 'neutral', Icon: CircleDashed },
} as const;

export function StatusBadge({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  const { tone, Icon } = looks[kind];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {children}
    </Badge>
  );
}

/** A small count beside a title or a tab. `label` is what is spoken, e.g. « 3 waiting ». */
export function CountBadge({ count, label }: { count: number; label: string }) {
  return (
    <span className="count-badge tabular" data-empty={count === 0 || undefined}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
