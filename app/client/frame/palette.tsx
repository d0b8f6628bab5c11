import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import HandCoins from 'lucide-react/icons/hand-coins';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useT } from '../../i18n/t.ts';
import type { PaletteProps } from '../../office/palette-host.tsx';
import { navigate } from '../../page/navigation.ts';
import { themes } from '../../page/theme.ts';
import { chooseTheme } from '../../page/use-theme.ts';
import { useSignOut } from '../../security/sign-out.ts';
import { type CommandGroup, CommandPalette } from '../../ui/rich/command-palette.tsx';
import { useHiddenAmounts } from '../accounts/hidden-amounts.ts';
import { makesTransfers, sectionsFor, useOverview } from '../accounts/overview.ts';
import { clientHref, clientSections, openDialog } from './sections.ts';

const themeIcons = {
  light: <Sun aria-hidden="true" />,
  dark: <Moon aria-hidden="true" />,
  system: <Monitor aria-hidden="true" />,
};

/** The sections that this client has. */
function useSections(): CommandGroup['items'] {
  const t = useT();
  const { data } = useOverview();
  return sectionsFor(clientSections, data).map((section) => ({
    key: section,
    label: t(`client.menu.${section}`),
    icon: <ArrowRight aria-hidden="true" />,
    onAction: () => navigate(clientHref(section), { isArrival: true }),
  }));
}

/** Every action and section of the client area, searchable. */
export default function ClientPalette({ open, onOpenChange, takeEarlyText }: PaletteProps) {
  const t = useT();
  const { isHidden, toggle } = useHiddenAmounts();
  const leave = useSignOut('/auth');
  const { data } = useOverview();
  const sections = useSections();
  const transfer = {
    key: 'transfer',
    label: t('client.askTransfer'),
    icon: <ArrowLeftRight aria-hidden="true" />,
    onAction: () => openDialog('transfer'),
  };
  const groups: CommandGroup[] = [
    {
      key: 'actions',
      title: t('client-notices.palette.actions'),
      items: [
        {
          key: 'loan',
          label: t('client.askLoan'),
          icon: <HandCoins aria-hidden="true" />,
          onAction: () => openDialog('loan'),
        },
        ...(makesTransfers(data) ? [transfer] : []),
        {
          key: 'amounts',
          label: isHidden ? t('client.balance.show') : t('client.balance.hide'),
          icon: isHidden ? <Eye aria-hidden="true" /> : <EyeOff aria-hidden="true" />,
          onAction: toggle,
        },
        {
          key: 'leave',
          label: t('common.signOut'),
          icon: <LogOut aria-hidden="true" />,
          onAction: leave,
        },
      ],
    },
    {
      key: 'sections',
      title: t('client-notices.palette.sections'),
      items: sections,
    },
    {
      key: 'preferences',
      title: t('client-notices.palette.preferences'),
      items: themes.map((theme) => ({
        key: theme,
        label: t(`client-notices.palette.${theme}`),
        icon: themeIcons[theme],
        onAction: () => chooseTheme(theme),
      })),
    },
  ];
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      takeEarlyText={takeEarlyText}
      label={t('client-notices.palette.label')}
      placeholder={t('client-notices.palette.placeholder')}
      emptyText={t('client-notices.palette.empty')}
      groups={groups}
      footer={t('client-notices.palette.hint')}
    />
  );
}
