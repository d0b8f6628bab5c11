import { ORPCError, ValidationError } from '@orpc/server';
import { faultParams } from '#domain/broken-rule.ts';
import { elided, PLACE_AFTER_DE } from '#domain/elision.ts';
import { type FieldFault, REFUSALS, Refusal, type RefusalCode, type RefusalParams } from '#domain/errors.ts';
import errorsFr from '#locales/fr/errors.json' with { type: 'json' };
import validationFr from '#locales/fr/validation.json' with { type: 'json' };

/** Problem details (RFC 9457) with our stable code and the fields at fault. */
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
  return text.replace(PLACE_AFTER_DE, (_, de: string | undefined, name: string) =>
    elided(de, String(params[name] ?? '')),
  );
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
    // The other administrator may have been deleted with their name, or be the client, who is not named here.
    detail: fill(detail ?? '', { ...params, by: params.by || errorsFr.someone }),
    code,
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(fields.length > 0
      ? { errors: fields.map((fault) => ({ ...fault, detail: fieldSentence(fault) })) }
      : {}),
  };
}

/** Upper bound of named fields, more than any form has: it keeps the answer to a body of unknown fields small. */
export const MAX_FAULTS = 50;

interface Issue {
  readonly message: string;
  readonly code?: string;
  readonly origin?: string;
  readonly maximum?: number | bigint;
  /** Unknown fields. */
  readonly keys?: readonly string[];
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}

function fieldOf(issue: Issue): string {
  return (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
}

/** Turns an exception of a handler into a refusal; `null` for a fault of ours, whose message must not leave the server. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      // One sentence per field: the first broken rule.
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

/** Whether the client was deleted during the call: the database then refuses the write. */
function refersToDeletedClient(error: unknown): boolean {
  for (let cause = error; cause && typeof cause === 'object'; cause = (cause as { cause?: unknown }).cause) {
    const { code, constraint } = cause as { code?: unknown; constraint?: unknown };
    if (code === '23503' && typeof constraint === 'string')
      return /_(client_accounts|users)_id_fk$/.test(constraint);
  }
  return false;
}

/** The refusal of a payment forbidden because of a loan (LC-14, LC-52, LC-75; server/db/payment-ban.sql, loan-contracts.sql), or null. */
function refusalOfPaymentBan(error: unknown): Refusal | null {
  for (let cause = error; cause && typeof cause === 'object'; cause = (cause as { cause?: unknown }).cause) {
    const { code, constraint } = cause as { code?: unknown; constraint?: unknown };
    if (code === 'LC014')
      return new Refusal(
        constraint === 'fee.loan-open' || constraint === 'fee.loan-forbids'
          ? constraint
          : 'account.deposit-while-loan-open',
      );
    if (code === 'LC052')
      return constraint === 'loan.contract-required' ||
        constraint === 'loan.status-forbids' ||
        constraint === 'loan.lends-itself'
        ? new Refusal(constraint)
        : new Refusal('loan.locked-until', { day: String((cause as { detail?: unknown }).detail ?? '') });
  }
  return null;
}

/** Whether the database is temporarily out of reach: the caller may try again. */
function isConnectionFailure(error: unknown): boolean {
  for (let cause = error; cause && typeof cause === 'object'; cause = (cause as { cause?: unknown }).cause) {
    const { code, message } = cause as { code?: unknown; message?: unknown };
    // 57P: the server shuts down; 08: the connection failed; 53: out of resources; 57014, 25P03: timeout; 40: serialization failure or
    // deadlock. In each case the transaction was rolled back, and the same call may be sent again.
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
