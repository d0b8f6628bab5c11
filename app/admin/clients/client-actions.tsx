import BadgeCheck from 'lucide-react/icons/badge-check';
import Banknote from 'lucide-react/icons/banknote';
import Landmark from 'lucide-react/icons/landmark';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Trash from 'lucide-react/icons/trash-2';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import type { ClientAction, ClientSummary } from './client-words.ts';

/** What can be done for one client (specification, signed-in areas, section 2). */
export function ClientActions({
  client,
  onAsk,
}: {
  client: ClientSummary;
  onAsk: (action: ClientAction) => void;
}) {
  const t = useT();
  const press = (action: ClientAction) => ({
    size: 'dense' as const,
    tone: 'quiet' as const,
    'aria-label': t(`admin-clients.actionOf.${action}`, { name: client.displayName }),
    onClick: () => onAsk(action),
  });
  return (
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
      <Button {...press('remove')} tone="danger-quiet" icon={<Trash aria-hidden="true" />}>
        {t('admin-clients.action.remove')}
      </Button>
    </div>
  );
}
