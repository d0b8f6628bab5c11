import { lazy, Suspense } from 'react';
import { needCatalogues } from '../../i18n/catalogue-files.ts';
import { ActivateDialog } from '../accounts/activate-dialog.tsx';
import { CreditDialog } from '../accounts/credit-dialog.tsx';
import { IbanDialog } from '../accounts/iban-dialog.tsx';
import type { ClientAction, ClientSummary } from './client-words.ts';
import { DeleteDialog } from './delete-dialog.tsx';

// Fetched when they are opened; the last two are of the client's page alone.
const FeeDialog = lazy(() => import('../fees/fee-dialog.tsx').then((file) => ({ default: file.FeeDialog })));
const EndSessionsDialog = lazy(() =>
  import('./end-sessions-dialog.tsx').then((file) => ({ default: file.EndSessionsDialog })),
);
const DeclareLinkDialog = lazy(async () => {
  const [file] = await Promise.all([
    import('../staff/declare-link-dialog.tsx'),
    needCatalogues(['admin-staff']),
  ]);
  return { default: file.DeclareLinkDialog };
});

const DIALOGS = {
  iban: IbanDialog,
  credit: CreditDialog,
  fee: FeeDialog,
  activate: ActivateDialog,
  sessions: EndSessionsDialog,
  link: DeclareLinkDialog,
  remove: DeleteDialog,
};

/**
 * The dialog of an action on a client. It is rendered beside the list, not in a row, so that it keeps its input when a colleague's action
 * removes the row: the server's answer then says so.
 */
export function ClientDialog({
  action,
  ...dialog
}: {
  action: ClientAction;
  client: ClientSummary;
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const Dialog = DIALOGS[action];
  return (
    <Suspense>
      <Dialog {...dialog} />
    </Suspense>
  );
}
