import type { ComponentProps, ReactNode } from 'react';
import { useT } from '../../i18n/t.ts';
import { SkeletonList } from '../../ui/states.tsx';
import { DeskPanel } from './desk.tsx';
import { ReadFailed } from './read-failed.tsx';

/** The panel of a row that is read when it is opened: its loading and error states, then what was read. */
export function ReadPanel<Data>({
  id,
  kind,
  read,
  rows = 6,
  title,
  overline = () => kind,
  actions,
  opensNext = false,
  onClose,
  children,
}: {
  id: string;
  /** The kind of row, the panel's title until it is read: « Demande de prêt ». */
  kind: string;
  /** The result of `useQuery`. */
  read: ComponentProps<typeof ReadFailed>['read'] & { readonly data: Data | undefined };
  /** Number of lines of the skeleton. */
  rows?: number;
  title: (data: Data) => ReactNode;
  /** What stands above the title: the kind of row, unless it is said otherwise. */
  overline?: (data: Data) => ReactNode;
  actions: (data: Data) => ReactNode;
  /** Whether a decision of its reader opens the next row. */
  opensNext?: boolean;
  onClose: () => void;
  children: (data: Data) => ReactNode;
}) {
  const t = useT();
  const { data } = read;
  return (
    <DeskPanel
      id={id}
      title={data ? title(data) : kind}
      overline={data ? overline(data) : undefined}
      onClose={onClose}
      actions={data ? actions(data) : null}
      opensNext={opensNext}
    >
      {data ? children(data) : null}
      {data ? null : <ReadFailed read={read} headingLevel="h3" />}
      {data || read.isError ? null : <SkeletonList label={t('common.loading')} rows={rows} />}
    </DeskPanel>
  );
}
