import { type ComponentType, use, useEffect, useState } from 'react';
import { needCatalogues } from '../i18n/catalogues.ts';
import { useWords } from '../i18n/t.ts';
import { useIsHydrating } from './hydration.ts';
import { type StillName, siteMap } from './site-map.ts';

const arrived = new Map<StillName, Readonly<Record<string, ComponentType>>>();
const underWay = new Map<StillName, Promise<void>>();

export const hasStill = (name: StillName): boolean => arrived.has(name);

/** Fetches the code and the catalogues of still parts, once. A failed fetch is retried at the next call. */
export function needStill(name: StillName): Promise<void> {
  const known = underWay.get(name);
  if (known) return known;
  const { parts, namespaces } = siteMap.stills[name];
  const fetching = Promise.all([parts(), needCatalogues(namespaces)]).then(([module]) => {
    arrived.set(name, module);
  });
  underWay.set(name, fetching);
  fetching.catch(() => underWay.delete(name));
  return fetching;
}

/**
 * A part of a page whose only interaction is links and native controls. The prerendered markup is kept and its code and catalogues are not
 * fetched until the browser renders the page itself or the language changes. Its buttons name their action in an attribute (`useAsked`).
 */
export function Still({ name, part }: { name: StillName; part: string }) {
  const { language } = useWords();
  const isHydrating = useIsHydrating();
  const [isKept, setIsKept] = useState(() => isHydrating && !hasStill(name));
  const [first] = useState(language);

  useEffect(() => {
    if (!isKept || language === first) return;
    let isCurrent = true;
    needStill(name).then(
      () => {
        if (isCurrent) setIsKept(false);
      },
      // The fetch failed: keep the current markup.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [isKept, language, first, name]);

  if (isKept)
    return (
      <div
        className="still"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: empty while hydrating, which leaves our own prerendered markup in place.
        dangerouslySetInnerHTML={{ __html: '' }}
      />
    );
  if (!hasStill(name)) use(needStill(name));
  const Part = arrived.get(name)?.[part] as ComponentType;
  return (
    <div className="still">
      <Part />
    </div>
  );
}
