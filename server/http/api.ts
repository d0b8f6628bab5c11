import type { HttpBindings } from '@hono/node-server';
import { getEventIteratorSchemaDetails } from '@orpc/contract';
import { StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { type AnyRouter, createProcedureClient } from '@orpc/server';
import { FetchHandler } from '@orpc/server/fetch';
import type { Logger } from 'pino';
import { Refusal } from '#domain/errors.ts';
import type { Bank } from '../bank/bank.ts';
import type { RequestContext } from './context.ts';
import type { Draining } from './draining.ts';
import { addressOf, sameOriginProof, trusting } from './origin.ts';
import { problemOf, refusalOf } from './problems.ts';
import { tellRequest } from './requests.ts';
import { apiHeaders } from './security-headers.ts';
import { StreamedFile } from './streamed-file.ts';
import { fieldsOf, type UploadLimits } from './upload.ts';

/** The largest body the API reads: every form of the product fits many times. */
const MAX_BODY_BYTES = 64 * 1024;

/** Seconds after which a caller may try again when the database is out of reach, or too many wait already. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Whether a writing call has the form of the contract: a JSON body and no query. Other forms would be decoded by guesswork or silently
 * ignored.
 */
function isWellWritten(headers: Headers, url: URL): boolean {
  if (url.search !== '') return false;
  const type = headers.get('content-type');
  const hasBody = headers.has('transfer-encoding') || Number(headers.get('content-length')) > 0;
  return type === null ? !hasBody : /^application\/json\s*(;|$)/i.test(type);
}

/**
 * Reads a body of bounded size. HTTP/1.1 announces the length or sends chunks. Only chunks are counted while reading, since the stream
 * costs several times as much as the text.
 * @throws Refusal `request.too-large`
 */
async function textOf(request: Request, isAnnounced: boolean): Promise<string> {
  if (isAnnounced) return request.text();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Refusal('request.too-large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const serializer = new StandardOpenAPISerializer(
  new StandardOpenAPIJsonSerializer(),
  new StandardBracketNotationSerializer(),
);

/** @throws Refusal `request.malformed` */
function jsonOf(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('request.malformed');
  }
}

const queryOf = ({ search, searchParams }: URL): unknown =>
  search === '' ? {} : serializer.deserialize(searchParams);

/** Input of a call: its query or body, merged with the ids of its path, which take precedence. */
function inputOf(asked: unknown, params: Readonly<Record<string, string>> | undefined): unknown {
  if (!params) return asked;
  return asked && typeof asked === 'object' && !Array.isArray(asked) ? { ...asked, ...params } : params;
}

/** Answers written by the library: a stream of events, or a file with its name. */
const isStreamOrFile = (output: unknown): boolean =>
  typeof output === 'object' && output !== null && (output instanceof Blob || Symbol.asyncIterator in output);

async function writtenByLibrary(request: Request, output: unknown): Promise<Response> {
  const body = serializer.serialize(output);
  const handle = async () => ({ matched: true, response: { status: 200, headers: {}, body } });
  const { response } = await new FetchHandler({ handle } as never).handle(request);
  if (!response) throw new Error('an answer could not be written');
  // The library sends no charset; texts need one (ASVS 5.0, 4.1.1).
  const type = response.headers.get('content-type') ?? '';
  if (/^text\/[^;]+$/.test(type)) response.headers.set('content-type', `${type}; charset=utf-8`);
  return response;
}

/** Headers as the plain object that Node writes directly; headers that handlers add, which may be repeated, are merged in. */
function withAll(
  own: Readonly<Record<string, string>>,
  added: readonly (readonly [name: string, value: string])[],
): Headers | Readonly<Record<string, string>> {
  if (added.length === 0) return own;
  const all = new Headers(own);
  for (const [name, value] of added) all.append(name, value);
  return all;
}

/** Seconds until a temporarily refused call may be sent again; null when waiting does not help. */
function secondsToWait({ status, params }: Refusal): number | null {
  if (status === 503) return RETRY_AFTER_SECONDS;
  return status === 429 && typeof params.minutes === 'number' ? params.minutes * 60 : null;
}

/** The answer with what a handler gave: a file, a stream, or JSON. */
async function answerWith(
  output: unknown,
  request: Request,
  own: Record<string, string>,
  added: RequestContext['answerHeaders'],
): Promise<Response> {
  if (output instanceof StreamedFile) return output.answer(own);
  if (isStreamOrFile(output)) {
    const response = await writtenByLibrary(request, output);
    for (const [name, value] of Object.entries(own)) response.headers.set(name, value);
    for (const [name, value] of added) response.headers.append(name, value);
    return response;
  }
  if (output !== undefined) own['content-type'] = 'application/json';
  return new Response(JSON.stringify(output) ?? null, { headers: withAll(own, added) });
}

/** The answer to a refused call, as problem details. */
function answerRefused(
  refusal: Refusal,
  { method }: Request,
  own: Record<string, string>,
  added: RequestContext['answerHeaders'],
): Response {
  const problem = problemOf(refusal.code, refusal.params, refusal.fields);
  own['content-type'] = 'application/problem+json; charset=utf-8';
  const retryAfter = secondsToWait(refusal);
  if (retryAfter !== null) own['retry-after'] = String(retryAfter);
  const body = method === 'HEAD' ? null : JSON.stringify(problem);
  return new Response(body, { status: problem.status, headers: withAll(own, added) });
}

/** Answers a call of the API. The environment holds Node's request; without it every body counts as unannounced. */
export type AnswerApi = (request: Request, env?: HttpBindings) => Promise<Response>;

interface ApiParts {
  readonly router: AnyRouter;
  readonly logger: Logger;
  readonly draining: Draining;
}

const matchers = new WeakMap<AnyRouter, StandardOpenAPIMatcher>();

/** Finds the route of a call. Made once per router: a test run opens thousands of banks with the same one. */
function matcherOf(router: AnyRouter): StandardOpenAPIMatcher {
  let matcher = matchers.get(router);
  if (!matcher) {
    matcher = new StandardOpenAPIMatcher();
    matcher.init(router);
    matchers.set(router, matcher);
  }
  return matcher;
}

/**
 * Answers calls under `/api`: JSON in, JSON or problem details out, nothing that the contract does not declare. Bodies are bounded; a
 * writing call must prove that it comes from our own pages. One function leads from the request to the answer, with headers in a plain
 * object: every layer in between costs every call (decision 0016).
 */
export function createApi(bank: Bank, { router, logger, draining }: ApiParts): AnswerApi {
  const { config, institution, surroundings } = bank;
  const isTrusted = trusting(config.trustedProxies);
  const hasSameOriginProof = sameOriginProof({
    publicUrl: config.publicUrl,
    ownOriginOnly: institution.mode === 'live',
  });
  const onEveryAnswer = apiHeaders(config.publicUrl);
  const matcher = matcherOf(router);

  /** Result of the matching route. @throws Refusal, or the fault of the handler */
  async function outputOf(
    request: Request,
    env: HttpBindings | undefined,
    url: URL,
    { requestId, answerHeaders }: Pick<RequestContext, 'requestId' | 'answerHeaders'>,
    nameRoute: (route: string) => void,
  ): Promise<unknown> {
    const { method, headers } = request;
    const isReading = method === 'GET' || method === 'HEAD';
    const isAnnounced = env?.incoming !== undefined && !headers.has('transfer-encoding');
    const path = url.pathname.slice('/api'.length).replace(/\/$/, '');
    const match = await matcher.match(method, path as `/${string}`);
    const limits: UploadLimits | null = match?.procedure['~orpc'].meta.upload ?? null;
    if (!limits && isAnnounced && Number(headers.get('content-length')) > MAX_BODY_BYTES)
      throw new Refusal('request.too-large');
    if (!isReading && !hasSameOriginProof(headers)) throw new Refusal('auth.foreign-origin');
    if (!isReading && !(limits ? url.search === '' : isWellWritten(headers, url)))
      throw new Refusal('request.malformed');
    if (!match) throw new Refusal('not-found');
    nameRoute(`/api${match.procedure['~orpc'].route.path ?? ''}`);
    let asked: unknown;
    if (limits) asked = fieldsOf(headers);
    else asked = isReading ? queryOf(url) : jsonOf(await textOf(request, isAnnounced));
    const address = addressOf(env, headers, isTrusted);
    const upload = limits && { request, ...limits };
    const context: RequestContext = { bank, headers, address, answerHeaders, requestId, upload };
    const call = createProcedureClient(match.procedure, { context, path: match.path });
    // Only a stream needs the abort signal, which is costly to create. The contract says which routes are streams: headers come from the
    // caller.
    const isStream = getEventIteratorSchemaDetails(match.procedure['~orpc'].outputSchema) !== undefined;
    return call(inputOf(asked, match.params), isStream ? { signal: request.signal } : {});
  }

  return async (request, env) => {
    const started = performance.now();
    const requestId = surroundings.newId();
    const answerHeaders: [name: string, value: string][] = [];
    const url = new URL(request.url);
    const own: Record<string, string> = { ...onEveryAnswer, 'x-request-id': requestId };
    if (draining.isDraining()) own.connection = 'close';
    let route = 'none';
    let response: Response;
    try {
      if (draining.refuses(url.pathname)) throw new Refusal('service.unavailable');
      const output = await outputOf(request, env, url, { requestId, answerHeaders }, (name) => {
        route = name;
      });
      response = await answerWith(output, request, own, answerHeaders);
    } catch (error) {
      const refusal = refusalOf(error) ?? new Refusal('service.fault', { reference: requestId });
      if (refusal.code === 'service.fault') logger.error({ err: error, requestId }, 'a request failed');
      response = answerRefused(refusal, request, own, answerHeaders);
    }
    tellRequest(logger, { requestId, method: request.method, route, status: response.status, started });
    return response;
  };
}
