import { createContext, useContext } from 'react';

/**
 * A public page is markup that React renders once, while building. An island is a part of it that answers the visitor: its code and its words are
 * fetched when it is needed (app/start/inline/islands.js), and React takes over its markup alone. `app/islands.ts` lists them.
 */

export type IslandName =
  | 'api-docs'
  | 'articles'
  | 'card-request'
  | 'contact-form'
  | 'loan-request-form'
  | 'loan-simulator'
  | 'newsletter-confirmation'
  | 'newsletter-form'
  | 'newsletter-unsubscription'
  | 'retraction-form'
  | 'share'
  | 'transfer-simulator'
  | 'useful'
  | 'voices';

/** Props travel in the markup as JSON. */
export type IslandProps = Readonly<Record<string, unknown>>;

/** Keeps an island's place in the markup while a page is built; returns the mark that its own markup replaces. */
export type KeepIsland = (name: IslandName, props: IslandProps) => string;

export const IslandKeeper = createContext<KeepIsland>(() => {
  throw new Error('Islands are rendered by the build only (app/start/entry-prerender.tsx).');
});

interface IslandPlace {
  readonly name: IslandName;
  readonly props?: IslandProps;
  /**
   * When its code is fetched: by default once it is near the window; `touched` at the first gesture on it; `asked` by a press on a button with
   * `data-asks="<name>"`. A gesture on it always fetches it.
   */
  readonly start?: 'touched' | 'asked';
  /** It shows amounts as soon as it starts: the browser prepares to write them meanwhile (app/start/inline/numbers.js). */
  readonly hasAmounts?: true;
}

export function Island({ name, props = {}, start, hasAmounts }: IslandPlace) {
  const mark = useContext(IslandKeeper)(name, props);
  return (
    <div
      className="island"
      data-island={name}
      data-start={start}
      data-amounts={hasAmounts}
      data-props={Object.keys(props).length > 0 ? JSON.stringify(props) : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the mark that the build replaces by our own markup.
      dangerouslySetInnerHTML={{ __html: mark }}
    />
  );
}
