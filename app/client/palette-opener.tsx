import Search from 'lucide-react/icons/search';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useT } from '../i18n/t.ts';
import { IconButton } from '../ui/button.tsx';

/** Fetched when it is first asked for: most visits never open it. */
const ClientPalette = lazy(() => import('./palette.tsx'));

type PaletteState = 'never' | 'open' | 'closed';
const openEvent = 'client-palette';

/** Opens the palette from anywhere in the client area. */
const askForPalette = () => dispatchEvent(new Event(openEvent));

/** The button that opens the palette, for those who do not know Ctrl+K. */
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

/** Listens for Ctrl+K or ⌘K and shows the palette. One per shell. */
export function PaletteHost() {
  const [state, setState] = useState<PaletteState>('never');
  useEffect(() => {
    const open = () => setState('open');
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      // Under a modal dialog the palette could be neither seen nor reached.
      if (!document.querySelector('dialog:modal')) open();
    };
    addEventListener(openEvent, open);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener(openEvent, open);
      removeEventListener('keydown', onKey);
    };
  }, []);
  if (state === 'never') return null;
  return (
    <Suspense fallback={null}>
      <ClientPalette open={state === 'open'} onClose={() => setState('closed')} />
    </Suspense>
  );
}
