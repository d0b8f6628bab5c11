import type { ReactNode } from 'react';

/*
 * Our own drawings: a few lines of 1.5 at every size, one surface of brand tint, one touch of ochre. Decoration only:
 * the words beside them say everything.
 */

export type DrawingProps = { size?: number };

/** `left` is where the drawing begins, so that it stands flush with the text under it. */
export function Drawing({ size = 80, left, children }: DrawingProps & { left: number; children: ReactNode }) {
  return (
    <svg className="drawing" width={size} height={size} viewBox={`${left - 1} 10 80 80`} aria-hidden="true">
      {children}
    </svg>
  );
}
