import BadgeCheck from 'lucide-react/icons/badge-check';
import Banknote from 'lucide-react/icons/banknote';
import Landmark from 'lucide-react/icons/landmark';
import LogOut from 'lucide-react/icons/log-out';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useT } from '../i18n/t.ts';
import { Button } from '../ui/button.tsx';
import { ActivateDialog } from './activate-dialog.tsx';
import type { ClientSummary } from './client-words.ts';
import { CreditDialog } from './credit-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { FeeDialog } from './fee-dialog.tsx';
import { IbanDialog } from './iban-dialog.tsx';

type Asked = 'iban' | 'credit' | 'fee' | 'activate' | 'sessions' | 'remove';

/** What can be done for one client (specification, signed-in areas, section 2), each with its dialog. */
export function ClientActions({
  client,
  isWhole = false,
  onDeleted,
}: {
  client: ClientSummary;
  /** What is rarely done stands on the client's own page only. */
  isWhole?: boolean;
  onDeleted?: () => void;
}) {
  const t = useT();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const press = (action: Asked) => ({
    size: 'dense' as const,
    tone: 'quiet' as const,
    'aria-label': t(`admin-clients.actionOf.${action}`, { name: client.displayName }),
    onClick: () => setAsked(action),
  });
  return (
    <>
      <div className="client-actions">
        <Button {...press('credit')} icon={<Banknote aria-hidden="true" />}>
          {t('admin-clients.action.credit')}
        </Button>
        <Button {...press('iban')} icon={<Landmark aria-hidden="true" />}>
          {t('admin-clients.action.iban')}
        </Button>
        <Button {...press('fee')} icon={<ReceiptText aria-hidden="true" />}>
          {t('admin-clients.action.fee')}
        </Button>
        {client.isActivated ? null : (
          <Button
            {...press('activate')}
            tone="secondary"
            icon={<BadgeCheck aria-hidden="true" />}
            data-shortcut="a"
          >
            {t('admin-clients.action.activate')}
          </Button>
        )}
        {isWhole ? (
          <Button {...press('sessions')} icon={<LogOut aria-hidden="true" />}>
            {t('admin-clients.action.sessions')}
          </Button>
        ) : null}
        <Button {...press('remove')} tone="danger-quiet" icon={<Trash aria-hidden="true" />}>
          {t('admin-clients.action.remove')}
        </Button>
      </div>
      {asked === 'iban' ? <IbanDialog client={client} onClose={close} /> : null}
      {asked === 'credit' ? <CreditDialog client={client} onClose={close} /> : null}
      {asked === 'fee' ? <FeeDialog client={client} onClose={close} /> : null}
      {asked === 'activate' ? <ActivateDialog client={client} onClose={close} /> : null}
      {asked === 'sessions' ? <EndSessionsDialog client={client} onClose={close} /> : null}
      {asked === 'remove' ? <DeleteDialog client={client} onDeleted={onDeleted} onClose={close} /> : null}
    </>
  );
}
