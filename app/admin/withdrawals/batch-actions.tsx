import { useMutation } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Download from 'lucide-react/icons/download';
import { download } from '../../api/download.ts';
import { asProblem } from '../../api/problem.ts';
import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { useAnnounce } from '../desk/announce.ts';
import { RowActions } from '../desk/row-actions.tsx';
import { type Batch, batchFilePath } from './batch-words.ts';
import type { BatchAction } from './close-batch-dialog.tsx';

/** Télécharger, Marquer exécutés, Annuler, as the state of the batch allows. */
export function BatchActions({
  batch,
  place,
  onAct,
}: {
  batch: Batch;
  place: 'list' | 'detail';
  onAct: (action: BatchAction) => void;
}) {
  const t = useT();
  const { failed } = useAnnounce();
  const fetching = useMutation({
    mutationFn: () => download(batchFilePath(batch)),
    onError: (error) => failed(asProblem(error), 'admin.loadFailed'),
  });
  const isOpen = batch.status === 'exported';
  const spoken = (action: 'download' | BatchAction) =>
    place === 'list' ? t(`admin-batches.actionOf.${action}`, { number: batch.messageId }) : undefined;
  const may = useMay();
  const [mayDownload, mayExecute, mayCancel] = [
    batch.hasFile && may('withdrawalBatches.file'),
    isOpen && may('withdrawalBatches.execute'),
    isOpen && may('withdrawalBatches.cancel'),
  ];
  if (!mayDownload && !mayExecute && !mayCancel) return null;
  return (
    <RowActions>
      {mayDownload ? (
        <Button
          size="dense"
          icon={<Download aria-hidden="true" />}
          aria-label={spoken('download')}
          loading={fetching.isPending}
          onClick={() => fetching.mutate()}
        >
          {t('admin-batches.action.download')}
        </Button>
      ) : null}
      {mayExecute ? (
        <Button
          size="dense"
          tone={place === 'detail' ? 'primary' : 'secondary'}
          icon={<Check aria-hidden="true" />}
          aria-label={spoken('execute')}
          data-shortcut="a"
          onClick={() => onAct('execute')}
        >
          {t('admin-batches.action.execute')}
        </Button>
      ) : null}
      {mayCancel ? (
        <Button
          size="dense"
          tone="danger-quiet"
          aria-label={spoken('cancel')}
          data-shortcut="r"
          onClick={() => onAct('cancel')}
        >
          {t('admin-batches.action.cancel')}
        </Button>
      ) : null}
    </RowActions>
  );
}
