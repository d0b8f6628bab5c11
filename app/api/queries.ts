import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient } from '@tanstack/react-query';
import { TOPICS, type Topic } from '#domain/notifications/topics.ts';
import { api, onSessionLost } from './client.ts';
import { ApiProblem, asProblem } from './problem.ts';

/** TanStack Query options of every call: `useQuery(query.loans.list.queryOptions())`. */
export const query = createTanstackQueryUtils(api);

/**
 * One cache for the signed-in areas. Live updates report changes, so nothing is refetched because of its age; retries are in fetch.ts.
 * `networkMode` queues nothing while offline: a queued change would be sent later, after its dialog is closed.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      retry: false,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      refetchOnReconnect: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

onSessionLost(() => queryClient.setQueryData(query.session.current.queryKey(), { session: null }));

/** How a list is paged: each answer carries the next page's cursor. For `infiniteOptions`. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { readonly nextCursor: string | null }) => last.nextCursor ?? undefined,
};

/** Refetches the queries of these topics, active or cached. */
export function refresh(topics: readonly Topic[]): Promise<unknown> {
  const groups = new Set(topics.flatMap((topic) => TOPICS[topic]));
  return Promise.all(
    [...groups].map((group) => queryClient.invalidateQueries({ queryKey: query[group].key() })),
  );
}

/** Refetches everything after a lost connection. Resolves to whether every active query succeeded. */
export async function refreshAll(): Promise<boolean> {
  await queryClient.invalidateQueries();
  const isUnread = (error: unknown) =>
    error instanceof ApiProblem && (error.code === 'unreachable' || error.code === 'service.unavailable');
  return !queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ state }) => state.status === 'error' && isUnread(state.error));
}

/** The same at the person's request: resolves to the failure of a query on the screen, or null. */
export async function refreshByHand(): Promise<ApiProblem | null> {
  try {
    await queryClient.invalidateQueries({ refetchType: 'none' });
    await queryClient.refetchQueries({ type: 'active' }, { throwOnError: true });
    return null;
  } catch (error) {
    return asProblem(error);
  }
}
