import type { ReactNode } from 'react';

/** The buttons of one row, side by side while there is room. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className="row-actions">{children}</span>;
}
