import { useT } from '../../i18n/t.ts';
import { LoadMore } from '../../ui/pagination.tsx';

/** The paging state of a list: the result of `useInfiniteQuery`. */
interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** The button below a list that loads its next rows. Without `endText` nothing stands below the last row. */
export function MoreRows({ list, label, endText }: { list: Pages; label: string; endText?: string }) {
  const t = useT();
  if (endText === undefined && !list.hasNextPage) return null;
  return (
    <LoadMore
      label={label}
      loadingText={t('common.loading')}
      endText={endText ?? ''}
      hasMore={list.hasNextPage}
      loading={list.isFetchingNextPage}
      onLoad={() => void list.fetchNextPage()}
    />
  );
}
