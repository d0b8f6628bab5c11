import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { QueryClient } from '@tanstack/react-query';
import { TOPICS, type Topic } from '#domain/notifications/topics.ts';
import { api, onSessionLost } from './client.ts';
import { ApiProblem, asProblem } from './problem.ts';

/** TanStack Query options of every call: `useQuery(query.loans.list.queryOptions())`. */
export const query = createTanstackQueryUtils(api);

/**
 * One cache for the signed-in areas. Live updates say when something changed, so nothing is read again merely because time passed;
 * calls are already repeated where it helps (fetch.ts). Nothing is kept back while there is no network (`networkMode`): a change would be
 * sent later, when its dialog is closed and the person has done something else.
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

/** How a list is read on page by page: each answer says where the next one begins. For `infiniteOptions`. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { readonly nextCursor: string | null }) => last.nextCursor ?? undefined,
};

/** Reads again whatever shows these topics, on the screen or kept. */
export function refresh(topics: readonly Topic[]): Promise<unknown> {
  const groups = new Set(topics.flatMap((topic) => TOPICS[topic]));
  return Promise.all(
    [...groups].map((group) => queryClient.invalidateQueries({ queryKey: query[group].key() })),
  );
}

/** Reads everything again, after a lost connection. Answers whether the server could be asked for all that is on the screen. */
export async function refreshAll(): Promise<boolean> {
  await queryClient.invalidateQueries();
  const isUnread = (error: unknown) =>
    error instanceof ApiProblem && (error.code === 'unreachable' || error.code === 'service.unavailable');
  return !queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ state }) => state.status === 'error' && isUnread(state.error));
}

/** The same when the person asks for it: answers why what is shown could not be read, and null where it was. */
export async function refreshByHand(): Promise<ApiProblem | null> {
  try {
    await queryClient.invalidateQueries({ refetchType: 'none' });
    await queryClient.refetchQueries({ type: 'active' }, { throwOnError: true });
    return null;
  } catch (error) {
    return asProblem(error);
  }
}
