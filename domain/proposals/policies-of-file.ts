import * as z from 'zod/mini';
import { ADMINISTRATOR_ROLE } from '../permissions.ts';
import { policyRows } from './input.ts';
import { isLooser } from './looser.ts';
import { type ApprovalPolicy, EXPIRIES, LIVE_POLICIES } from './policy.ts';
import { faultsOfChange } from './policy-change.ts';

/** Fewest characters of the reason for which a policy of the institution asks for less than the product's (FOUR-2). */
const MIN_REASON = 40;

/** A policy of the institution's file before its faults are known: what it leaves out is the product's. */
export interface PolicyOfFile {
  readonly operation: string;
  readonly rows: readonly unknown[];
  readonly isCumulative?: boolean | undefined;
  readonly expiry?: string | undefined;
  readonly emergencyUpToEurMinor?: number | null | undefined;
  /** Why it asks for less than the product's, where it does. */
  readonly because?: string | undefined;
}

const terms = z.object({
  rows: policyRows,
  isCumulative: z.optional(z.boolean()),
  expiry: z.optional(z.enum(EXPIRIES)),
  emergencyUpToEurMinor: z.optional(z.nullable(z.int().check(z.gte(0)))),
});

const defaultOf = (operation: string) => LIVE_POLICIES.find((policy) => policy.operation === operation);

/** A policy of the file in the place of the product's. @returns null when its rows or terms cannot be read. */
function inPlaceOf(product: ApprovalPolicy, ofFile: PolicyOfFile): ApprovalPolicy | null {
  const read = terms.safeParse(ofFile);
  if (!read.success) return null;
  const { rows, isCumulative, expiry, emergencyUpToEurMinor } = read.data;
  return {
    operation: product.operation,
    version: 0,
    source: 'file',
    rows,
    isCumulative: isCumulative ?? product.isCumulative,
    expiry: expiry ?? product.expiry,
    emergencyUpToEurMinor:
      emergencyUpToEurMinor === undefined ? product.emergencyUpToEurMinor : emergencyUpToEurMinor,
  };
}

/**
 * What is wrong with the approval policies of the institution's file, one sentence for each fault in the words of the operator (FOUR-1, FOUR-2). Empty
 * when they can be used.
 * @param by.roles the codes of all roles that the institution has. @param by.isLive a live institution explains each policy that asks for less.
 */
export function faultsOfPolicies(
  policies: readonly PolicyOfFile[],
  { roles, isLive }: { readonly roles: readonly string[]; readonly isLive: boolean },
): string[] {
  const known = new Set([...roles, ADMINISTRATOR_ROLE]);
  const seen = new Set<string>();
  return policies.flatMap((ofFile) => {
    const { operation, because = '' } = ofFile;
    const fault = (what: string) => [`approvalPolicies: ${operation || '(no operation)'}: ${what}`];
    const product = defaultOf(operation);
    if (!product) return fault('no operation of this name asks for approvals.');
    if (seen.has(operation)) return fault('defined twice.');
    seen.add(operation);
    const policy = inPlaceOf(product, ofFile);
    if (!policy)
      return fault(
        'one to ten rows with "above" (euro cents, -1: always), "conditions", "accountTypes", "rateDeviationBps" and one to four "approvers", each a list of roles.',
      );
    const [stranger] = faultsOfChange(product, policy);
    if (stranger) return fault(`"${stranger.field}" names what the operation does not have.`);
    const unknown = policy.rows.flatMap((row) => row.approvers.flat()).filter((role) => !known.has(role));
    if (unknown.length > 0) return fault(`"${unknown[0]}" is no role.`);
    return isLive && isLooser(policy, product) && because.trim().length < MIN_REASON
      ? fault(`it asks for less than the product: "because" says why in at least ${MIN_REASON} characters.`)
      : [];
  });
}

/**
 * The policies that an institution begins with: the product's, with those of its file in their place (FOUR-1).
 * @param file without faults (`faultsOfPolicies`).
 */
export function policiesOf(file: readonly PolicyOfFile[] = []): readonly ApprovalPolicy[] {
  return LIVE_POLICIES.map((product) => {
    const ofFile = file.find(({ operation }) => operation === product.operation);
    return (ofFile && inPlaceOf(product, ofFile)) ?? product;
  });
}

/** The policies of the file that ask for less than the product's, each with its reason: the operator reads them at every start (FOUR-2). */
export function loosenedPolicies(
  file: readonly PolicyOfFile[] = [],
): readonly { readonly operation: string; readonly because: string }[] {
  return file.flatMap((ofFile) => {
    const product = defaultOf(ofFile.operation);
    const policy = product && inPlaceOf(product, ofFile);
    return product && policy && isLooser(policy, product)
      ? [{ operation: product.operation, because: (ofFile.because ?? '').trim() }]
      : [];
  });
}
