import { isContractProcedure } from '@orpc/contract';
import type { RouteMeta } from '#contract/route.ts';
import { OPERATIONS, operationsOf } from '#domain/operations.ts';

/** A contract, or a part of it: groups of routes by their names. */
type Declared = Readonly<Record<string, object>>;

/**
 * Checks domain/operations.ts against a contract: every staff route, and every other route that creates something, must have a line there
 * with the same access. Returns one sentence for each fault.
 */
export function faultsOfOperations(contract: Declared, path: readonly string[] = []): string[] {
  return Object.entries(contract).flatMap(([name, part]) => {
    const place = [...path, name];
    if (!isContractProcedure(part)) return faultsOfOperations(part as Declared, place);
    const { access, idempotent } = part['~orpc'].meta as unknown as RouteMeta;
    const route = place.join('.');
    const operations = operationsOf(route);
    if (operations.length === 0)
      return access === 'staff' || idempotent ? [`domain/operations.ts has no line for ${route}`] : [];
    return operations
      .filter((operation) => OPERATIONS[operation].by !== access)
      .map((operation) => `${operation} is by ${OPERATIONS[operation].by} and its route is for ${access}`);
  });
}

/** Refuses to start with a staff route that no permission guards. @throws Error naming each */
export function requireOperations(contract: Declared): void {
  const faults = faultsOfOperations(contract);
  if (faults.length > 0) throw new Error(faults.join('; '));
}
