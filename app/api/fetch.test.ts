import { afterEach, describe, expect, it, vi } from 'vitest';
import { followCall } from './call-watch.ts';
import { fetchApi, type Watch } from './fetch.ts';
import { ApiProblem, problemWords } from './problem.ts';

const url = 'http://127.0.0.1/api/loans';

/** Answers with the given statuses in turn (0: network failure), and counts the calls and the pauses. */
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
  return {
    seen,
    pauses,
    call: (request: Request, watch?: Watch) => fetchApi(request, { send, wait, watch }),
  };
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
  it.each([[502], [503], [504], [0]])('is retried silently after %i', async (status) => {
    const { call, seen, pauses } = server([status, status, 200]);
    expect((await call(get())).status).toBe(200);
    expect(seen).toHaveLength(3);
    expect(pauses).toEqual([300, 600]);
  });

  it('fails after three attempts with « service unavailable »', async () => {
    const { call, seen } = server([503, 503, 503, 200]);
    expect(await problemOf(call(get()))).toMatchObject({ code: 'service.unavailable', status: 503 });
    expect(seen).toHaveLength(3);
  });

  it('is not repeated when a repeat could execute twice', async () => {
    const { call, seen } = server([503, 200]);
    await problemOf(call(post()));
    expect(seen).toHaveLength(1);
  });

  it('is repeated with the same key and body when it has a key', async () => {
    const { call, seen } = server([504, 200]);
    await call(post('a-key-of-this-submission'));
    expect(seen.map((request) => request.headers.get('idempotency-key'))).toEqual(
      Array(2).fill('a-key-of-this-submission'),
    );
    expect(await Promise.all(seen.map((request) => request.text()))).toEqual(
      Array(2).fill('{"amountMinor":1}'),
    );
  });

  it.each([[400], [401], [404], [409], [500]])('is not retried after %i', async (status) => {
    const { call, seen } = server([status, 200]);
    expect((await problemOf(call(get()))).status).toBe(status);
    expect(seen).toHaveLength(1);
  });

  it('reports a missing answer', async () => {
    const { call } = server([0, 0, 0]);
    const problem = await problemOf(call(get()));
    expect(problem.code).toBe('unreachable');
    expect(problem.isFinal).toBe(false);
  });
});

describe('a watched call that changes something', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** A watch that awaits the result until the given number of attempts. */
  function watcher(leavesAfter = Number.POSITIVE_INFINITY) {
    const told: string[] = [];
    const watch = followCall({
      onSent: () => void told.push('sent'),
      onEnded: () => void told.push('ended'),
      isFollowed: () => told.length < leavesAfter,
    });
    return { ...watch, told };
  }
  const remove = () => new Request(url, { method: 'DELETE' });

  it('counts as unsent without a network, and is not retried later', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const { call, seen } = server([0, 200]);
    expect((await problemOf(call(post('key-of-eight'), watcher()))).code).toBe('offline');
    expect(seen).toHaveLength(1);
  });

  it.each([[0], [502], [503], [504]])('counts as possibly done after %i three times', async (status) => {
    const { call, seen } = server([status, status, status, 200]);
    const problem = await problemOf(call(post('key-of-eight'), watcher()));
    expect(problem).toMatchObject({ code: 'unanswered', status, isFinal: false });
    expect(seen).toHaveLength(3);
  });

  it('counts as refused when the server itself refuses with a gateway status', async () => {
    const { call } = server([503], { code: 'ledger.insufficient-balance', title: 'Solde insuffisant' });
    expect((await problemOf(call(remove(), watcher()))).code).toBe('ledger.insufficient-balance');
  });

  it('is not repeated once its result is no longer awaited', async () => {
    const { call, seen } = server([504, 200]);
    expect((await problemOf(call(post('key-of-eight'), watcher(1)))).code).toBe('unanswered');
    expect(seen).toHaveLength(1);
  });

  it('is not repeated when the network fails in between: the repeat would be sent later', async () => {
    const network = { onLine: true };
    vi.stubGlobal('navigator', network);
    const seen: Request[] = [];
    const send = async (request: Request): Promise<Response> => {
      seen.push(request);
      network.onLine = false;
      throw new TypeError('Failed to fetch');
    };
    const problem = await problemOf(fetchApi(post('key-of-eight'), { send, watch: watcher() }));
    expect(problem.code).toBe('unanswered');
    expect(seen).toHaveLength(1);
  });

  it('is not repeated when it is a deletion: the second answer would be 404', async () => {
    const { call, seen } = server([504, 404]);
    expect((await problemOf(call(remove(), watcher()))).code).toBe('unanswered');
    expect(seen).toHaveLength(1);
  });

  it('reports when it is sent and when it has ended', async () => {
    const follows = watcher();
    await server([502, 200]).call(post('key-of-eight'), follows);
    expect(follows.told).toEqual(['sent', 'sent', 'ended']);
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

  it('may be missing when a proxy answers in place of the server', async () => {
    const problem = await problemOf(
      fetchApi(get(), { send: async () => new Response('<h1>Bad gateway</h1>', { status: 500 }) }),
    );
    expect(problem).toMatchObject({ code: 'service.unavailable', status: 500 });
  });

  it('are shown in the words of the catalogue, with those of the server as fallback', async () => {
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

  it('never show the place of a reference that a fault does not have', () => {
    const words = (params: Record<string, string>, detail: string) =>
      problemWords(
        new ApiProblem({ code: 'service.fault', status: 500, title: '', detail: '', params }),
        (key) =>
          key.endsWith('detail') ? detail.replace('{{reference}}', params.reference ?? '{{reference}}') : key,
      ).detail;
    const french = "Rien n'a été modifié. Référence\u00a0: {{reference}}";
    expect(words({ reference: 'a1' }, french)).toBe("Rien n'a été modifié. Référence\u00a0: a1");
    expect(words({}, french)).toBe("Rien n'a été modifié.");
    expect(words({}, '変更は行われていません。参照番号：{{reference}}')).toBe('変更は行われていません。');
  });
});
