import { ORPCError, ValidationError } from '@orpc/server';
import { type FieldFault, REFUSALS, Refusal, type RefusalCode, type RefusalParams } from '#domain/errors.ts';
import { faultParams } from '#domain/fields.ts';
import errorsFr from '#locales/fr/errors.json' with { type: 'json' };
import validationFr from '#locales/fr/validation.json' with { type: 'json' };

/** An answer that refuses, as RFC 9457 wants it, with our stable code and the fields at fault. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: RefusalCode;
  readonly params?: RefusalParams;
  readonly errors?: readonly (FieldFault & { readonly detail: string })[];
}

/** Finds `a.b.c` in a catalogue, whether the catalogue nests the parts or keeps the key whole. */
function sentence(catalogue: unknown, key: string): string | null {
  const whole = (catalogue as Record<string, unknown>)[key];
  if (typeof whole === 'string') return whole;
  let node: unknown = catalogue;
  for (const part of key.split('.')) {
    if (!node || typeof node !== 'object') return null;
    node = (node as Record<string, unknown>)[part];
  }
  return typeof node === 'string' ? node : null;
}

function fill(text: string, params: RefusalParams): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** The French sentence of a field's fault: `validation.required` → « Ce champ est obligatoire. » */
function fieldSentence(fault: FieldFault): string {
  const key = fault.message.replace(/^validation\./, '');
  return fill(
    sentence(validationFr, key) ?? sentence(validationFr, 'invalid') ?? fault.message,
    fault.params ?? {},
  );
}

/** The French title and detail of a refusal. */
export function problemOf(
  code: RefusalCode,
  params: RefusalParams = {},
  fields: readonly FieldFault[] = [],
): Problem {
  const title =
    sentence(errorsFr, `${code}.title`) ?? (errorsFr as Record<string, { title?: string }>)[code]?.title;
  const detail = sentence(errorsFr, `${code}.detail`);
  return {
    type: `urn:guichet:refusal:${code}`,
    title: title ?? code,
    status: REFUSALS[code],
    // The one who was faster may be gone, and their name with them, or be the client, who is not named here.
    detail: fill(detail ?? '', { ...params, by: params.by || errorsFr.someone }),
    code,
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(fields.length > 0
      ? { errors: fields.map((fault) => ({ ...fault, detail: fieldSentence(fault) })) }
      : {}),
  };
}

/** More fields than any form has: a body of nothing but unknown fields does not get an answer many times its size. */
export const MAX_FAULTS = 50;

interface Issue {
  readonly message: string;
  readonly code?: string;
  readonly origin?: string;
  readonly maximum?: number | bigint;
  /** Fields that nobody asked for. */
  readonly keys?: readonly string[];
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}

function fieldOf(issue: Issue): string {
  return (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
}

/** Turns whatever a handler threw into a refusal; `null` when it is a fault of ours and its words must not leave the server. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      // One sentence per field: the first broken rule is the one to mend first.
      const faults = new Map<string, FieldFault>();
      for (const issue of error.cause.issues as readonly Issue[]) {
        const field = fieldOf(issue);
        if (issue.keys) {
          for (const key of issue.keys) {
            const unknown = field ? `${field}.${key}` : key;
            faults.set(unknown, { field: unknown, message: 'validation.unknownField' });
          }
          continue;
        }
        const message = issue.message.startsWith('validation.') ? issue.message : 'validation.invalid';
        const params = faultParams(issue);
        if (!faults.has(field)) faults.set(field, { field, message, ...(params ? { params } : {}) });
      }
      return new Refusal('request.invalid', {}, [...faults.values()].slice(0, MAX_FAULTS));
    }
    if (error.status === 400) return new Refusal('request.malformed');
    if (error.status === 404 || error.status === 405) return new Refusal('not-found');
    if (error.status === 413) return new Refusal('request.too-large');
  }
  if (isConnectionFailure(error)) return new Refusal('service.unavailable');
  const banned = refusalOfPaymentBan(error);
  if (banned) return banned;
  return refersToDeletedClient(error) ? new Refusal('not-found') : null;
}

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);

/** Whether the client was deleted by someone else while the call was under way: the database then refuses what it would have written. */
function refersToDeletedClient(error: unknown): boolean {
  for (let cause = error; cause && typeof cause === 'object'; cause = (cause as { cause?: unknown }).cause) {
    const { code, constraint } = cause as { code?: unknown; constraint?: unknown };
    if (code === '23503' && typeof constraint === 'string')
      return /_(client_accounts|users)_id_fk$/.test(constraint);
  }
  return false;
}

/** The refusal of a payment that the database forbade while a loan forbids it (LC-14; server/db/payment-ban.sql), or null. */
function refusalOfPaymentBan(error: unknown): Refusal | null {
  for (let cause = error; cause && typeof cause === 'object'; cause = (cause as { cause?: unknown }).cause) {
    const { code, constraint } = cause as { code?: unknown; constraint?: unknown };
    if (code === 'LC014')
      return new Refusal(
        constraint === 'fee.loan-open' ? 'fee.loan-open' : 'account.deposit-while-loan-open',
      );
  }
  return null;
}

/** Whether the database is out of reach, which passes: the caller is asked to try again. */
function isConnectionFailure(error: unknown): boolean {
  for (let cause = error; cause && typeof cause === 'object'; cause = (cause as { cause?: unknown }).cause) {
    const { code, message } = cause as { code?: unknown; message?: unknown };
    // 57P: the server shuts down; 08: the connection failed; 53: it is out of resources; 57014, 25P03: it took too long; 40: it gave this
    // transaction up for another one. Whatever it was, nothing of it was kept, and the same call may be sent again.
    if (typeof code === 'string' && (CONNECTION_CODES.has(code) || /^(57P|57014|25P03|08|53|40)/.test(code)))
      return true;
    if (
      typeof message === 'string' &&
      /Connection terminated|timeout exceeded when trying to connect|is not queryable/.test(message)
    )
      return true;
  }
  return false;
}
