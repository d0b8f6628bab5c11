import { fetchApi } from '../../api/fetch.ts';

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
  // Read the body, otherwise the connection stays in use.
  await response.text();
}
