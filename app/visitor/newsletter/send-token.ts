import { fetchApi } from '../../api/fetch.ts';

/** The token in the address of the page, as the link of the mail carries it. */
export function tokenIn(search: string): string | null {
  return new URLSearchParams(search).get('token') || null;
}

/** @throws ApiProblem when the server refuses or cannot be reached. */
export async function sendToken(path: 'confirmations' | 'unsubscriptions', token: string): Promise<void> {
  await fetchApi(
    new Request(`/api/newsletter/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }),
  );
}
