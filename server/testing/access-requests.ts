import { pino } from 'pino';
import { isConfirmed, operationsOf } from '#domain/operations.ts';
import { confirmationSubject } from '#domain/sessions/confirmation.ts';
import { createApp } from '../app.ts';
import { ACCESS_ROWS, type AccessRow, type Asked } from './access-rows.ts';
import type { DocumentedRoute, JsonSchema } from './api-document.ts';
import { type Answer, type Person, TEST_PASSWORD, type TestBank } from './test-bank.ts';

/**
 * The row of a route.
 * @throws Error when it has none.
 */
export function rowOf(route: DocumentedRoute): AccessRow {
  const row = ACCESS_ROWS[route.name];
  if (!row) throw new Error(`${route.name} has no row`);
  return row;
}

/** Routes in the order of their rows: what stays open or deletes comes last. */
export function inRowOrder(routes: readonly DocumentedRoute[]): DocumentedRoute[] {
  const order = Object.keys(ACCESS_ROWS);
  return [...routes].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

/** The path of a request, with its query. */
export function pathOf(route: DocumentedRoute, asked: Asked): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(asked.ids?.[name] ?? ''),
  );
  if (route.method !== 'GET' || !asked.fields) return path;
  const query = new URLSearchParams(
    Object.entries(asked.fields).map(([name, value]) => [name, String(value)] as [string, string]),
  );
  return `${path}?${query}`;
}

/** The same request about other things: every id of it replaced. */
export function withIds(route: DocumentedRoute, asked: Asked, id: string): Asked {
  const replaced = (
    values: Readonly<Record<string, unknown>> | undefined,
    schemas: Readonly<Record<string, JsonSchema>>,
  ) =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([name, value]) => [
        name,
        holdsIds(schemas[name]) ? (Array.isArray(value) ? value.map(() => id) : id) : value,
      ]),
    );
  return {
    ids: replaced(asked.ids, route.inPath) as Record<string, string>,
    ...(asked.file ? { file: asked.file } : {}),
    ...(asked.fields ? { fields: replaced(asked.fields, { ...route.inQuery, ...route.inBody }) } : {}),
  };
}

function holdsIds(schema: JsonSchema | undefined): boolean {
  if (!schema) return false;
  return (
    schema.format === 'uuid' ||
    holdsIds(schema.items) ||
    [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].some(holdsIds)
  );
}

/** The names of the fields of a route that hold ids. */
export const idFields = (route: DocumentedRoute): string[] =>
  Object.entries({ ...route.inPath, ...route.inQuery, ...route.inBody })
    .filter(([, schema]) => holdsIds(schema))
    .map(([name]) => name);

/** All of an answer that can be seen from outside, but the name of the request. */
export function seenOf({ status, headers, bytes }: Answer): string {
  const shown = [...headers].filter(([name]) => !['date', 'x-request-id', 'set-cookie'].includes(name));
  return JSON.stringify([status, shown, Buffer.from(bytes).toString('latin1')]);
}

/** What was answered, as short as a failure can be read. */
export const summaryOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();

/** Sends a request; of a stream only how it begins. */
export async function send(
  { bank }: TestBank,
  person: Person,
  route: DocumentedRoute,
  asked: Asked,
): Promise<Answer> {
  if (rowOf(route).isStream) {
    const app = createApp(bank, pino({ level: 'silent' }));
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await app.request(`http://bank.test/api${pathOf(route, asked)}`, {
      headers: { cookie },
    });
    const body = response.status === 200 ? null : await response.clone().json();
    await response.body?.cancel();
    return { status: response.status, body, headers: response.headers, bytes: new Uint8Array() };
  }
  if (asked.file) return person.call(route.method, pathOf(route, asked), asked.file);
  const fields =
    route.method === 'GET' || (route.method === 'DELETE' && !asked.fields) ? undefined : (asked.fields ?? {});
  const call = (headers?: Record<string, string>) =>
    person.call(route.method, pathOf(route, asked), fields, headers ? { headers } : {});
  const answer = await call();
  if (!rowOf(route).isSigned || answer.body?.code !== 'auth.confirmation-required') return answer;
  const token = await signatureOf(person, route, { ...asked.ids, ...fields });
  return call({ 'x-confirmation': token });
}

/** The confirmation of a call that is a signature. */
async function signatureOf(person: Person, route: DocumentedRoute, input: object): Promise<string> {
  const [operation] = operationsOf(route.operationId).filter(isConfirmed);
  if (!operation) throw new Error(`${route.name} is no signature`);
  const { body } = await person.post('/session/confirmation', {
    operation,
    subject: confirmationSubject(operation, input),
    currentPassword: TEST_PASSWORD,
  });
  return body.token;
}
