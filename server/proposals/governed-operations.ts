import { contract } from '#contract/index.ts';
import { Refusal } from '#domain/errors.ts';
import { operationOf } from '#domain/operations.ts';
import { GOVERNED_ACCOUNT_OPERATIONS } from '../accounts/governed.ts';
import { GOVERNED_CLIENT_OPERATIONS } from '../clients/governed.ts';
import { GOVERNED_CORRECTION_OPERATIONS } from '../corrections/governed.ts';
import { GOVERNED_LIST_OPERATIONS } from '../lists/governed.ts';
import { GOVERNED_LOAN_OPERATIONS } from '../loans/governed.ts';
import { GOVERNED_RECOVERY_OPERATIONS } from '../loans/recovery/governed.ts';
import { GOVERNED_PARAMETER_OPERATIONS } from '../parameters/governed.ts';
import { GOVERNED_RATE_OPERATIONS } from '../rates/governed.ts';
import { GOVERNED_STAFF_OPERATIONS } from '../staff/governed.ts';
import { GOVERNED_STATEMENT_OPERATIONS } from '../statements/governed.ts';
import { GOVERNED_WITHDRAWAL_OPERATIONS } from '../withdrawals/governed.ts';
import type { Governed } from '../work/governed.ts';
import { GOVERNED_POLICY_OPERATIONS } from './governed-policies.ts';

// biome-ignore lint/suspicious/noExplicitAny: each operation has its own input, which its route's schema judges before it is used.
type AnyGoverned = Governed<any>;

/** Every operation that a policy may govern, by name (FOUR-15). */
export const GOVERNED: ReadonlyMap<string, AnyGoverned> = new Map(
  [
    ...GOVERNED_ACCOUNT_OPERATIONS,
    ...GOVERNED_CLIENT_OPERATIONS,
    ...GOVERNED_CORRECTION_OPERATIONS,
    ...GOVERNED_LOAN_OPERATIONS,
    ...GOVERNED_RECOVERY_OPERATIONS,
    ...GOVERNED_WITHDRAWAL_OPERATIONS,
    ...GOVERNED_POLICY_OPERATIONS,
    ...GOVERNED_PARAMETER_OPERATIONS,
    ...GOVERNED_STAFF_OPERATIONS,
    ...GOVERNED_RATE_OPERATIONS,
    ...GOVERNED_LIST_OPERATIONS,
    ...GOVERNED_STATEMENT_OPERATIONS,
  ].map((one) => [one.operation, one] as const),
);

interface Schema {
  readonly '~standard': {
    validate(value: unknown): Promise<{ value?: unknown; issues?: readonly { path?: readonly unknown[] }[] }>;
  };
}

/** The input schema of the route of an operation: `withdrawals.decide` of `withdrawals.decide.approve`. */
function schemaOf(operation: string): Schema | null {
  const [noun = '', route = ''] = operation.split('.');
  const routes = (contract as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[noun];
  const procedure = routes?.[route] as { '~orpc'?: { inputSchema?: Schema } } | undefined;
  return procedure?.['~orpc']?.inputSchema ?? null;
}

/**
 * What a call of an operation's route would read of an input.
 * @param within the field under which the faults are named.
 * @throws Refusal `request.invalid` for an input that the route would refuse.
 */
export async function readAsRoute(
  operation: string,
  input: unknown,
  within: string,
): Promise<Readonly<Record<string, unknown>>> {
  const schema = schemaOf(operation);
  const [noun, route] = operation.split('.');
  if (!schema || operationOf(`${noun}.${route}`, input) !== operation)
    throw new Refusal('request.invalid', {}, [{ field: 'operation', message: 'validation.invalid' }]);
  const read = await schema['~standard'].validate(input);
  if (read.issues)
    throw new Refusal(
      'request.invalid',
      {},
      read.issues.map(({ path = [] }) => ({
        field: [within, ...path].join('.'),
        message: 'validation.invalid',
      })),
    );
  return read.value as Readonly<Record<string, unknown>>;
}

/**
 * The governed operation of a command, with its input as the route itself reads it (FOUR-8).
 * @throws Refusal `request.invalid` for an operation that nobody governs or is none, and for an input that the route would refuse.
 */
export async function commandOf(
  operation: string,
  input: unknown,
): Promise<{ readonly governed: AnyGoverned; readonly input: Readonly<Record<string, unknown>> }> {
  const governed = GOVERNED.get(operation);
  if (!governed)
    throw new Refusal('request.invalid', {}, [{ field: 'operation', message: 'validation.invalid' }]);
  return { governed, input: await readAsRoute(operation, input, 'input') };
}
