import type { ExportedList } from '#domain/desk/export.ts';
import { useT } from '../../../i18n/t.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useViews } from './use-views.ts';
import { ViewRow } from './view-row.tsx';

/** One's own views of a list: renamed, starred, shared, put in order and removed, each at once. */
export function ManageViewsDialog({ list, onClose }: { list: ExportedList; onClose: () => void }) {
  const t = useT();
  const own = useViews(list).views.filter(({ isMine }) => isMine);
  return (
    <Dialog
      open
      title={t('admin-desk.views.manage')}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      {own.length === 0 ? <p>{t('admin-desk.views.none')}</p> : null}
      <ul className="view-rows">
        {own.map((view, index) => (
          <ViewRow key={view.id} view={view} place={index + 1} of={own.length} />
        ))}
      </ul>
    </Dialog>
  );
}
