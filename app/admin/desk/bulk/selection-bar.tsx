import { type ComponentProps, lazy, Suspense } from 'react';
import type { BulkActions } from './bulk-bar.tsx';

// Fetched after the list: nothing is chosen before.
const Bar = lazy(() => import('./bulk-bar.tsx').then((file) => ({ default: file.BulkActions })));

/** What can be done with the chosen rows of a list. */
export function SelectionBar(props: ComponentProps<typeof BulkActions>) {
  return (
    <Suspense>
      <Bar {...props} />
    </Suspense>
  );
}
