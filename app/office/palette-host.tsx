import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n/t.ts';
import { useCommandKey } from '../ui/command-key.ts';
import { PaletteField } from '../ui/palette-field.tsx';

const openEvent = 'palette';

/** Opens the palette of the area, from anywhere in it. */
export const askForPalette = () => {
  dispatchEvent(new Event(openEvent));
};

/** What the host passes to an area's palette. */
export interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Returns, once, what was typed before the palette's own field was ready. */
  readonly takeEarlyText: () => string;
}

/** Keys inside a modal are not intercepted. */
const isInModal = (target: EventTarget | null) =>
  target instanceof Element && target.closest('dialog, .modal-scrim') !== null;

/**
 * From the press that opens the palette until it closes, no key reaches the page behind: its shortcuts open decisions, and Space presses the
 * focused button. Letters typed before the palette's field has the focus are kept for it.
 */
function useKeysOfPalette(isOpen: boolean, onLetter: (letter: string) => void, onEscape: () => void): void {
  const latest = useRef({ onLetter, onEscape });
  useEffect(() => {
    latest.current = { onLetter, onEscape };
  });
  useEffect(() => {
    if (!isOpen) return;
    const keep = (event: KeyboardEvent) => {
      if (isInModal(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.type !== 'keydown' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') latest.current.onEscape();
      else if ([...event.key].length === 1) latest.current.onLetter(event.key);
    };
    addEventListener('keydown', keep, true);
    addEventListener('keyup', keep, true);
    return () => {
      removeEventListener('keydown', keep, true);
      removeEventListener('keyup', keep, true);
    };
  }, [isOpen]);
}

/**
 * Opens the palette on Ctrl or Cmd and K. Its code is loaded on first use; until it and the signed-in person are known, only its field is shown.
 * Use once per shell.
 */
export function PaletteHost<Props extends PaletteProps>({
  load,
  isReady,
  label,
  placeholder,
  failedText,
  children,
}: {
  load: () => Promise<{ default: ComponentType<Props> }>;
  /** Whether the signed-in person is known. */
  isReady: boolean;
  label: string;
  placeholder: string;
  /** Called when its code could not be loaded. */
  failedText: string;
  children: (Palette: ComponentType<Props>, props: PaletteProps) => ReactNode;
}) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const [loaded, setLoaded] = useState<{ default: ComponentType<Props> } | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [shownText, setShownText] = useState('');
  // A ref beside the state, because two keys may be pressed before the next render.
  const early = useRef('');
  const keepText = (text: string) => {
    early.current = text;
    setShownText(text);
  };
  const close = () => {
    setIsOpen(false);
    keepText('');
  };
  const open = useRef(() => {});
  useEffect(() => {
    open.current = () => {
      setIsOpen(true);
      if (loaded) return;
      setHasFailed(false);
      load().then(setLoaded, () => setHasFailed(true));
    };
  });
  useCommandKey('k', () => open.current());
  useEffect(() => {
    const onAsk = () => open.current();
    addEventListener(openEvent, onAsk);
    return () => removeEventListener(openEvent, onAsk);
  }, []);
  useKeysOfPalette(isOpen, (letter) => keepText(early.current + letter), close);

  if (loaded && isReady) {
    return children(loaded.default, {
      open: isOpen,
      onOpenChange: (next) => (next ? setIsOpen(true) : close()),
      takeEarlyText: () => {
        const text = early.current;
        keepText('');
        return text;
      },
    });
  }
  if (!isOpen) return null;
  return (
    <PaletteField
      label={label}
      placeholder={placeholder}
      note={hasFailed ? failedText : t('common.loading')}
      text={shownText}
      onType={keepText}
      onClose={close}
    />
  );
}
