import { useMay } from '../../api/session.ts';
import { useT } from '../../i18n/t.ts';
import { OrderFileActions } from '../desk/order-file.tsx';
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
  const may = useMay();
  const isOpen = batch.status === 'exported';
  const words = (action: 'download' | BatchAction) => ({
    label: t(`admin-batches.action.${action}`),
    spoken: place === 'list' ? t(`admin-batches.actionOf.${action}`, { number: batch.messageId }) : undefined,
  });
  const closing = (action: BatchAction) =>
    isOpen && may(`withdrawalBatches.${action}`) ? { ...words(action), onAct: () => onAct(action) } : null;
  return (
    <OrderFileActions
      download={
        batch.hasFile && may('withdrawalBatches.file') && may('fields.fullIban')
          ? { ...words('download'), path: batchFilePath(batch) }
          : null
      }
      settle={closing('execute')}
      cancel={closing('cancel')}
      isPrimary={place === 'detail'}
    />
  );
}
