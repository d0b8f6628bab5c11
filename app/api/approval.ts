import { operationOf } from '#domain/operations.ts';

/** A call that others must approve before it is done, as it was sent. */
export interface ToApprove {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Ask = (what: ToApprove) => void;

let asker: Ask | null = null;

/** Registers the dialog that proposes such a call (approval-host.tsx, in the back office). Returns how to stop. */
export function onApprovalNeeded(ask: Ask): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Offers to propose a call that needs the approval of others. @returns whether a dialog does: the refusal is then shown by it. */
export function offerProposal(route: string, input: unknown): boolean {
  const operation = operationOf(route, input);
  if (!asker || !operation) return false;
  asker({ operation, input: (input ?? {}) as ToApprove['input'] });
  return true;
}
