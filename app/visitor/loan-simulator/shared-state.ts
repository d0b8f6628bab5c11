import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { goTo, useQuery } from '../../page/address-query.ts';
import { priceList } from '../../page/price-list.ts';
import { readState, type SimulatorState, writeState } from './state.ts';

/** Browsers refuse an address that is rewritten hundreds of times in half a minute: it waits until the slider rests. */
const ADDRESS_DELAY_MS = 250;

/** The state, kept in the address so that it can be shared and reloaded, and gone back to. */
export function useSharedState(): [SimulatorState, (change: Partial<SimulatorState>) => void] {
  const search = useQuery();
  const [state, setState] = useState(() => readState(priceList, search));
  /** The query this page wrote last, with its question mark as `useQuery` gives it: any other one comes from a link or from going back. */
  const written = useRef(search);

  useLayoutEffect(() => {
    if (search === written.current) return;
    written.current = search;
    setState(readState(priceList, search));
  }, [search]);

  useEffect(() => {
    const query = writeState(priceList, state);
    if (query === writeState(priceList, readState(priceList, written.current))) return;
    const timer = setTimeout(() => {
      written.current = query;
      goTo(location.pathname + query, { replace: true });
    }, ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const change = useCallback(
    (part: Partial<SimulatorState>) => setState((before) => ({ ...before, ...part })),
    [],
  );
  return [state, change];
}
