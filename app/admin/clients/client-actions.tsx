import BadgeCheck from 'lucide-react/icons/badge-check';
import Banknote from 'lucide-react/icons/banknote';
import Landmark from 'lucide-react/icons/landmark';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Trash from 'lucide-react/icons/trash-2';
import { useT } from '../../i18n/t.ts';
import { hasAccounts, lends } from '../../page/institution.ts';
import { Button } from '../../ui/button.tsx';
import { Permitted } from '../frame/permitted.tsx';
import { approvalProps } from '../tasks/awaited-approval.tsx';
import { isActOfHouse } from './acts-of-house.ts';
import { approvalSinceOf, type ClientAction, type ClientSummary, permissionOf } from './client-words.ts';

/** What can be done for one client (docs/rules.md, Screens). */
export function ClientActions({
  client,
  onAsk,
}: {
  client: ClientSummary;
  onAsk: (action: ClientAction) => void;
}) {
  const t = useT();
  const isOfHouse = (action: ClientAction) => isActOfHouse(action, client, { hasAccounts, lends });
  const buttonFor = (action: ClientAction) => ({
    size: 'dense' as const,
    tone: 'quiet' as const,
    'data-act': action,
    'aria-label': t(`admin-clients.actionOf.${action}`, { name: client.displayName }),
    ...approvalProps(approvalSinceOf(client, action), t('admin.approval.waits')),
    onClick: () => {
      if (approvalSinceOf(client, action) === null) onAsk(action);
    },
  });
  return (
    <div className="client-actions">
      {isOfHouse('credit') ? (
        <Permitted to={permissionOf.credit}>
          <Button {...buttonFor('credit')} icon={<Banknote aria-hidden="true" />}>
            {t('admin-clients.action.credit')}
          </Button>
        </Permitted>
      ) : null}
      {isOfHouse('iban') ? (
        <Permitted to={permissionOf.iban}>
          <Button {...buttonFor('iban')} icon={<Landmark aria-hidden="true" />}>
            {t('admin-clients.action.iban')}
          </Button>
        </Permitted>
      ) : null}
      <Permitted to={permissionOf.fee}>
        <Button {...buttonFor('fee')} icon={<ReceiptText aria-hidden="true" />}>
          {t('admin-clients.action.fee')}
        </Button>
      </Permitted>
      {client.isActivated ? null : (
        <Permitted to={permissionOf.activate}>
          <Button
            {...buttonFor('activate')}
            tone="secondary"
            icon={<BadgeCheck aria-hidden="true" />}
            data-shortcut="a"
          >
            {t('admin-clients.action.activate')}
          </Button>
        </Permitted>
      )}
      <Permitted to={permissionOf.remove}>
        <Button {...buttonFor('remove')} tone="danger-quiet" icon={<Trash aria-hidden="true" />}>
          {t('admin-clients.action.remove')}
        </Button>
      </Permitted>
    </div>
  );
}
