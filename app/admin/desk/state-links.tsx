import { LIST_FILTERS, type RequestList } from '#domain/desk/request-list.ts';
import { useT } from '../../i18n/t.ts';
import { TabLinks } from '../../ui/tabs.tsx';
import { adminHref, TO_DO } from '../frame/sections.ts';
import { useDeskState } from './desk.tsx';

/** The state filter of a list of requests in the address: one state, those to do, or all. */
export function useStateFilter<State extends string>(states: readonly State[]) {
  const { get } = useDeskState();
  const asked = get('state');
  return asked === TO_DO ? TO_DO : states.find((state) => state === asked);
}

/**
 * The address of a list in a state: its search, filters and order stay. What the bank said belongs to lists of their own, « Retours » and
 * « Réponses de la banque ».
 */
function useHrefOfState(section: RequestList): (state: string | undefined) => string {
  const { get } = useDeskState();
  const kept = ['q', 'sort', ...Object.keys(LIST_FILTERS[section])].flatMap((name) => {
    const value = name === 'bank' ? null : get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return (state) => adminHref(section, { ...(state ? { state } : {}), ...Object.fromEntries(kept) });
}

/** The filter links above a list of requests: all, to do, each state, and the list's own. */
export function StateLinks<State extends string>({
  section,
  states,
  wordOf,
  further = [],
}: {
  section: RequestList;
  states: readonly State[];
  wordOf: (state: State) => string;
  /** Other lists of the section; while one is current the state links are hidden. */
  further?: readonly { readonly href: string; readonly label: string; readonly isCurrent: boolean }[];
}) {
  const t = useT();
  const state = useStateFilter(states);
  const hrefOf = useHrefOfState(section);
  const current = further.find(({ isCurrent }) => isCurrent);
  return (
    <TabLinks
      label={t('admin.filterByState')}
      current={current?.href ?? hrefOf(state)}
      links={[
        { href: hrefOf(undefined), label: t('admin.allStates') },
        { href: hrefOf(TO_DO), label: t('admin.toDo') },
        ...states.map((each) => ({ href: hrefOf(each), label: wordOf(each) })),
        ...further,
      ]}
    />
  );
}
