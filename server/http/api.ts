import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { ORPCError } from '@orpc/server';
import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from 'pino';
import { Refusal } from '#domain/errors.ts';
import { router } from '../router.ts';
import type { Bank, RequestContext } from './context.ts';
import { addressOf, hasSameOriginProof, type NodeBindings, trusting } from './origin.ts';
import { type Problem, problemOf, refusalOf } from './problems.ts';
import { nameRoute, requestIdOf } from './requests.ts';

/** The largest body the API reads: every form of the product fits many times. */
const MAX_BODY_BYTES = 64 * 1024;

/** Seconds after which a caller may try again when the database is out of reach. */
const RETRY_AFTER_SECONDS = 2;

function answerProblem(problem: Problem, headers: Headers = new Headers()): Response {
  const answer = new Headers(headers);
  answer.set('content-type', 'application/problem+json; charset=utf-8');
  answer.set('cache-control', 'no-store');
  if (problem.status === 503) answer.set('retry-after', String(RETRY_AFTER_SECONDS));
  return new Response(JSON.stringify(problem), { status: problem.status, headers: answer });
}

/**
 * Whether a call is written as the contract says: a body is JSON, and only a call that reads has a query. Anything else would be decoded
 * by guesswork or silently left aside.
 */
function isWellWritten(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  if (/\?[^#]/.test(request.url)) return false;
  const type = request.headers.get('content-type');
  const hasBody =
    request.headers.has('transfer-encoding') || Number(request.headers.get('content-length')) > 0;
  return type === null ? !hasBody : /^application\/json\s*(;|$)/i.test(type);
}

/**
 * Mounts the API under `/api`: JSON in, JSON or problem details out, nothing that the contract does not declare. Bodies are bounded
 * on the stream; a call that changes something must prove that it comes from our own pages.
 */
export function mountApi(app: Hono<NodeBindings>, bank: Bank, logger: Logger): void {
  const isTrusted = trusting(bank.config.trustedProxies);
  const handler = new OpenAPIHandler<RequestContext>(router, {
    customErrorResponseBodyEncoder: (error) => error.data,
    clientInterceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          const refusal = refusalOf(error);
          if (!refusal) {
            const reference = context.requestId;
            logger.error({ err: error, requestId: reference }, 'a request failed');
            const fault = problemOf('service.fault', { reference });
            throw new ORPCError('service.fault', { status: 500, data: fault });
          }
          const problem = problemOf(refusal.code, refusal.params, refusal.fields);
          throw new ORPCError(refusal.code, { status: problem.status, data: problem });
        }
      },
    ],
  });

  const tooLarge = () => answerProblem(problemOf('request.too-large'));
  const countBody = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge });

  // HTTP/1.1 says the length of a body beforehand or sends it in chunks, which are counted. Counting makes of the request one whose body
  // is a stream, several times as costly to read, so it is done for no other.
  app.use('/api/*', (c, next) => {
    const { headers } = c.req.raw;
    const isAnnounced = c.env?.incoming !== undefined && !headers.has('transfer-encoding');
    if (!isAnnounced) return countBody(c, next);
    return Number(headers.get('content-length')) > MAX_BODY_BYTES ? Promise.resolve(tooLarge()) : next();
  });

  app.all('/api/*', async (c) => {
    const request = c.req.raw;
    const changesSomething = request.method !== 'GET' && request.method !== 'HEAD';
    if (changesSomething && !hasSameOriginProof(request.headers, bank.config.publicUrl))
      return answerProblem(problemOf('auth.foreign-origin'));
    if (!isWellWritten(request)) return answerProblem(problemOf('request.malformed'));
    const answerHeaders = new Headers();
    const { matched, response } = await handler.handle(request, {
      prefix: '/api',
      context: {
        bank,
        headers: request.headers,
        address: addressOf(c.env, request.headers, isTrusted),
        answerHeaders,
        requestId: requestIdOf(c),
        nameRoute: (route) => nameRoute(c, route),
        signal: request.signal,
      },
    });
    if (!matched) return answerProblem(problemOf('not-found'));
    // Its own headers, not those of a copy: a copy would have to read the body as a stream.
    const { headers } = response;
    for (const [name, value] of answerHeaders) {
      if (name === 'set-cookie') headers.append(name, value);
      else headers.set(name, value);
    }
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    if (response.status >= 400) {
      headers.set('content-type', 'application/problem+json; charset=utf-8');
      if (response.status === 503) headers.set('retry-after', String(RETRY_AFTER_SECONDS));
    }
    return response;
  });

  app.onError((error, c) => {
    if (!c.req.path.startsWith('/api')) {
      logger.error({ err: error, requestId: requestIdOf(c) }, 'a page could not be sent');
      return c.text(`500 ${requestIdOf(c)}`, 500);
    }
    const refusal = refusalOf(error) ?? new Refusal('service.fault', { reference: requestIdOf(c) });
    logger.error({ err: error, requestId: requestIdOf(c) }, 'a request failed outside its handler');
    return answerProblem(problemOf(refusal.code, refusal.params));
  });
}
