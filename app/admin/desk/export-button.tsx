import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { EXPORT_INPUTS, type ExportedList } from '#domain/desk/export.ts';
import { offerProposal } from '../../api/approval.ts';
import { download } from '../../api/download.ts';
import { asProblem } from '../../api/problem.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Permitted } from '../frame/permitted.tsx';
import { useAnnounce } from './announce.ts';
import { useDeskState } from './desk.tsx';
import { readable } from './readable.ts';

/** What the address asks of a list, as its export and its views take it: what cannot be read is left out. */
export function askedOf(list: ExportedList, get: (name: string) => string | null): URLSearchParams {
  const asked = new URLSearchParams();
  for (const [name, schema] of Object.entries(EXPORT_INPUTS[list].shape)) {
    const value = get(name);
    if (name === 'list' || value === null || value === '') continue;
    if (schema.safeParse(value).success) asked.set(name, value);
  }
  asked.sort();
  return asked;
}

/** « Exporter (CSV) »: the list as it is searched, filtered and ordered now. */
export function ExportButton({ list }: { list: ExportedList }) {
  const t = useT();
  const { get } = useDeskState();
  const may = useMay();
  const { done, failed } = useAnnounce();
  const exporting = useMutation({
    mutationFn: () => download(`/api/admin/exports/${list}?${askedOf(list, readable(get, may))}`),
    onSuccess: () => done('admin-desk.exported'),
    onError: (error) => {
      const problem = asProblem(error);
      // A long file is proposed: others approve it, and then its maker takes it out (FOUR-22).
      if (problem.code === 'approval.required') {
        const asked = Object.fromEntries(askedOf(list, readable(get, may)));
        if (offerProposal('lists.export', { list, ...asked })) return;
      }
      failed(problem, 'admin.loadFailed');
    },
  });
  return (
    <Permitted to="lists.export">
      <Button
        tone="quiet"
        icon={<Download aria-hidden="true" />}
        loading={exporting.isPending}
        loadingText={t('admin-desk.exporting')}
        onClick={() => exporting.mutate()}
      >
        {t('admin-desk.export')}
      </Button>
    </Permitted>
  );
}
