import type { CurrencyCode } from '#domain/money/currencies.ts';
import { useWords } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { clientHref } from '../frame/sections.ts';

/** Instead of a request that would be refused (LC-13): loans are in euro, and this client's account is not. With the way to a person. */
export default function EuroOnlyDialog({
  currency,
  onClose,
}: {
  currency: CurrencyCode;
  onClose: () => void;
}) {
  const { t, tKey } = useWords();
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={tKey('errors.loan.euro-only.title')}
      closeLabel={t('common.close')}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <div className="stack">
        <p>{tKey('errors.loan.euro-only.detail', { currency })}</p>
        <p>
          <a href={clientHref('help')}>{t('client.help.reach')}</a>
        </p>
      </div>
    </Dialog>
  );
}
