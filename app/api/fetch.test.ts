import { describe, expect, it } from 'vitest';
import { fetchApi } from './fetch.ts';
import { ApiProblem, problemWords } from './problem.ts';

const url = 'http://127.0.0.1/api/loans';

/** Answers with the given statuses in turn (0: no answer at all), and counts the calls and the pauses. */
function server(statuses: number[], body: unknown = {}) {
  const seen: Request[] = [];
  const pauses: number[] = [];
  const send = async (request: Request | string | URL) => {
    seen.push(request as Request);
    const status = statuses[seen.length - 1] ?? 200;
    if (status === 0) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(body), { status });
  };
  const wait = async (milliseconds: number) => {
    pauses.push(milliseconds);
  };
  return { seen, pauses, call: (request: Request) => fetchApi(request, send, wait) };
}

const get = () => new Request(url);
const post = (key?: string) =>
  new Request(url, {
    method: 'POST',
    body: '{"amountMinor":1}',
    headers: key ? { 'idempotency-key': key } : {},
  });

async function problemOf(promise: Promise<unknown>): Promise<ApiProblem> {
  const error = await promise.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ApiProblem);
  return error as ApiProblem;
}

describe('a call to the server', () => {
  it.each([[502], [503], [504], [0]])('is tried again, unseen, after %i', async (status) => {
    const { call, seen, pauses } = server([status, status, 200]);
    expect((await call(get())).status).toBe(200);
    expect(seen).toHaveLength(3);
    expect(pauses).toEqual([300, 600]);
  });

  it('gives up after three tries and says that the service is unavailable', async () => {
    const { call, seen } = server([503, 503, 503, 200]);
    expect(await problemOf(call(get()))).toMatchObject({ code: 'service.unavailable', status: 503 });
    expect(seen).toHaveLength(3);
  });

  it('is not sent twice when that could do the thing twice', async () => {
    const { call, seen } = server([503, 200]);
    await problemOf(call(post()));
    expect(seen).toHaveLength(1);
  });

  it('is sent again with the same key and body when it has a key', async () => {
    const { call, seen } = server([504, 200]);
    await call(post('a-key-of-this-submission'));
    expect(seen.map((request) => request.headers.get('idempotency-key'))).toEqual(
      Array(2).fill('a-key-of-this-submission'),
    );
    expect(await Promise.all(seen.map((request) => request.text()))).toEqual(
      Array(2).fill('{"amountMinor":1}'),
    );
  });

  it.each([[400], [401], [404], [409], [500]])('is not tried again after %i', async (status) => {
    const { call, seen } = server([status, 200]);
    expect((await problemOf(call(get()))).status).toBe(status);
    expect(seen).toHaveLength(1);
  });

  it('says that no answer came when none came', async () => {
    const { call } = server([0, 0, 0]);
    const problem = await problemOf(call(get()));
    expect(problem.code).toBe('offline');
    expect(problem.isFinal).toBe(false);
  });
});

describe('problem details', () => {
  it('become a problem with its code, its words and its fields', async () => {
    const { call } = server([409], {
      code: 'withdrawal.insufficient-funds',
      title: 'Montant insuffisant',
      detail: 'Votre solde disponible est de 10,00 €.',
      params: { available: '10,00 €' },
      errors: [{ field: 'amount', message: 'validation.amount' }],
    });
    const problem = await problemOf(call(post('key-of-eight')));
    expect(problem).toMatchObject({
      code: 'withdrawal.insufficient-funds',
      status: 409,
      title: 'Montant insuffisant',
      params: { available: '10,00 €' },
      fields: [{ field: 'amount', message: 'validation.amount' }],
    });
    expect(problem.isFinal).toBe(true);
  });

  it('are survived when something else answers in place of the server', async () => {
    const problem = await problemOf(
      fetchApi(get(), async () => new Response('<h1>Bad gateway</h1>', { status: 500 })),
    );
    expect(problem).toMatchObject({ code: 'service.unavailable', status: 500 });
  });

  it('are said in the words of the catalogue, and in those of the server where it has none', async () => {
    const problem = new ApiProblem({
      code: 'not-found',
      status: 404,
      title: 'Introuvable',
      detail: 'Rien ici.',
    });
    const english: Record<string, string> = { 'errors.not-found.title': 'Not found' };
    expect(problemWords(problem, (key) => english[key] ?? key)).toEqual({
      title: 'Not found',
      detail: 'Rien ici.',
    });
  });
});
