import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import type { ComponentProps } from 'react';
import { useT } from '../../i18n/t.ts';
import { Amount } from '../../page/amount.tsx';
import { IconButton } from '../../ui/button.tsx';
import { useHiddenAmounts } from './hidden-amounts.ts';

/** An amount of the account, hidden with all the others when the client wants it. */
export function AccountAmount(props: Omit<ComponentProps<typeof Amount>, 'masked' | 'maskedLabel'>) {
  const t = useT();
  const { isHidden } = useHiddenAmounts();
  return <Amount {...props} masked={isHidden} maskedLabel={t('client.balance.masked')} />;
}

/** The switch that hides or shows every amount of the account, on every screen. */
export function HideAmounts() {
  const t = useT();
  const { isHidden, toggle } = useHiddenAmounts();
  return (
    <IconButton
      label={isHidden ? t('client.balance.show') : t('client.balance.hide')}
      aria-pressed={isHidden}
      onClick={toggle}
    >
      {isHidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
    </IconButton>
  );
}
