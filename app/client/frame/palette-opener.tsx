import Search from 'lucide-react/icons/search';
import { useT } from '../../i18n/t.ts';
import { askForPalette, PaletteHost } from '../../office/palette-host.tsx';
import { IconButton } from '../../ui/button.tsx';

/** The button that opens the palette without the keyboard shortcut. */
export function PaletteButton() {
  const t = useT();
  return (
    <IconButton
      label={t('client-notices.palette.open')}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={askForPalette}
    >
      <Search aria-hidden="true" />
    </IconButton>
  );
}

/** The client area's palette. Use once per shell. */
export function ClientPaletteHost({ isReady }: { isReady: boolean }) {
  const t = useT();
  return (
    <PaletteHost
      load={() => import('./palette.tsx')}
      isReady={isReady}
      label={t('client-notices.palette.label')}
      placeholder={t('client-notices.palette.placeholder')}
      failedText={t('client-notices.palette.failed')}
    >
      {(Palette, props) => <Palette {...props} />}
    </PaletteHost>
  );
}
