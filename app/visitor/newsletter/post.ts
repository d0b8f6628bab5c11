import { fetchApi } from '../../api/fetch.ts';

/** The token in the address of the page, as the link of a mail carries it. */
export function tokenIn(search: string): string | null {
  return new URLSearchParams(search).get('token') || null;
}

/**
 * Calls the newsletter's part of the API, which answers nothing but that it was done.
 * @throws ApiProblem when the server refuses or cannot be reached.
 */
export async function post(
  path: 'subscriptions' | 'confirmations' | 'unsubscriptions',
  body: Readonly<Record<string, string>>,
): Promise<void> {
  const response = await fetchApi(
    new Request(`/api/newsletter/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  // Read to its end, or the connection stays taken.
  await response.text();
}
