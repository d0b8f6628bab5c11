import { ActivateDialog } from '../accounts/activate-dialog.tsx';
import { CreditDialog } from '../accounts/credit-dialog.tsx';
import { IbanDialog } from '../accounts/iban-dialog.tsx';
import { FeeDialog } from '../fees/fee-dialog.tsx';
import type { ClientAction, ClientSummary } from './client-words.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';

const DIALOGS = {
  iban: IbanDialog,
  credit: CreditDialog,
  fee: FeeDialog,
  activate: ActivateDialog,
  sessions: EndSessionsDialog,
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
  return <Dialog {...dialog} />;
}
