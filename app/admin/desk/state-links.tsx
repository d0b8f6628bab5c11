import { useT } from '../../i18n/t.ts';
import { TabLinks } from '../../ui/tabs.tsx';
import { adminHref, type CountedSection, TO_DO } from '../frame/sections.ts';
import { useDeskState } from './desk.tsx';

/** The state filter of a list of requests in the address: one state, those to do, or all. */
export function useStateFilter<State extends string>(states: readonly State[]) {
  const { get } = useDeskState();
  const asked = get('state');
  return asked === TO_DO ? TO_DO : states.find((state) => state === asked);
}

/** The filter links above a list of requests: all, to do, each state, and the list's own. */
export function StateLinks<State extends string>({
  section,
  states,
  wordOf,
  further = [],
}: {
  section: CountedSection;
  states: readonly State[];
  wordOf: (state: State) => string;
  /** Other lists of the section; while one is current the state links are hidden. */
  further?: readonly { readonly href: string; readonly label: string; readonly isCurrent: boolean }[];
}) {
  const t = useT();
  const state = useStateFilter(states);
  const current = further.find(({ isCurrent }) => isCurrent);
  return (
    <TabLinks
      label={t('admin.filterByState')}
      current={current?.href ?? adminHref(section, state ? { state } : {})}
      links={[
        { href: adminHref(section), label: t('admin.allStates') },
        { href: adminHref(section, { state: TO_DO }), label: t('admin.toDo') },
        ...states.map((each) => ({ href: adminHref(section, { state: each }), label: wordOf(each) })),
        ...further,
      ]}
    />
  );
}
