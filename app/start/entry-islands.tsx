import { type ComponentType, type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { addWords, type Catalogue, setLanguage } from '../i18n/catalogues.ts';
import type { LanguageCode } from '../i18n/languages.ts';
import { useT } from '../i18n/t.ts';
import { noteWhatWasTyped } from '../page/before-hydration.ts';
import type { IslandName } from '../page/island.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { Fence } from './fence.tsx';

/** A file of words (entry-prerender.tsx). */
interface WordsFile {
  readonly default: {
    readonly language: LanguageCode;
    readonly words: Readonly<Record<string, Catalogue>>;
  };
}

/** A file of an island (app/islands.ts). */
interface IslandFile {
  // biome-ignore lint/suspicious/noExplicitAny: props come from the markup as JSON; each island names its own.
  readonly default: ComponentType<any>;
}

declare global {
  interface Window {
    /** Called by the loader of public pages (inline/islands.js): resolves when the island answers. */
    startIsland?: (element: HTMLElement, wordsFile: string, islandFile: string) => Promise<void>;
  }
}

let hasToasts = false;

function Toasts() {
  const t = useT();
  return <ToastHost label={t('common.messages')} closeLabel={t('common.close')} />;
}

function Alive({ onAlive, children }: { onAlive: () => void; children: ReactNode }) {
  useEffect(onAlive, [onAlive]);
  return children;
}

window.startIsland = async (element, wordsFile, islandFile) => {
  const name = element.dataset.island as IslandName;
  const [{ default: Part }, { default: given }] = await Promise.all([
    import(/* @vite-ignore */ islandFile) as Promise<IslandFile>,
    import(/* @vite-ignore */ wordsFile) as Promise<WordsFile>,
  ]);
  for (const [namespace, words] of Object.entries(given.words)) addWords(given.language, namespace, words);
  setLanguage(given.language);
  if (!hasToasts) {
    hasToasts = true;
    createRoot(document.createElement('div')).render(<Toasts />);
  }
  noteWhatWasTyped(element);
  // As a transition it gives way to input every few milliseconds; otherwise an island hydrates in one task.
  await new Promise<void>((onAlive) =>
    startTransition(() => {
      hydrateRoot(
        element,
        <Alive onAlive={onAlive}>
          <Fence>
            <Part {...JSON.parse(element.dataset.props ?? '{}')} />
          </Fence>
        </Alive>,
        { identifierPrefix: name },
      );
    }),
  );
};
