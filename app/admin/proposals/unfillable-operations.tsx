import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useT } from '../../i18n/t.ts';
import { Notice } from '../../ui/notice.tsx';

/** « Opérations sans second approbateur »: what one person alone could not be approved in by anybody today (FOUR-23). */
export function UnfillableOperations() {
  const t = useT();
  const { data } = useQuery(query.policies.list.queryOptions());
  const unfillable = (data?.policies ?? []).filter(({ isUnfillable }) => isUnfillable);
  if (unfillable.length === 0) return null;
  return (
    <Notice tone="warning" title={t('admin-proposals.policies.unfillable')}>
      {unfillable.map(({ operation }) => t(`admin-proposals.operations.${operation}`)).join(', ')}
    </Notice>
  );
}
