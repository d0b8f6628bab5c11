import type { RefusalParams } from '#domain/errors.ts';
import { type ConfirmedOperation, isConfirmed, operationOf } from '#domain/operations.ts';
import { confirmationSubject } from '#domain/sessions/confirmation.ts';
import { type SecondFactor, secondFactorsIn } from '#domain/sessions/second-factor.ts';

/** An operation that requires confirmation, with the details of the question. */
export interface ToConfirm {
  readonly operation: ConfirmedOperation;
  readonly input: unknown;
  /** What the confirmation is bound to. */
  readonly subject: string;
  /** The server's description of it: person, amount. */
  readonly facts: RefusalParams;
  /** The second factors that can confirm it; without one, the password does. */
  readonly by: readonly SecondFactor[];
}

type Ask = (what: ToConfirm) => Promise<string | null>;

let asker: Ask | null = null;

/** Registers the dialog that asks (confirmation-host.tsx, in the shells). Returns how to stop. */
export function onConfirmationNeeded(ask: Ask): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Asks the person to confirm a call; resolves to the token to send with it, or null when declined. */
export async function askForConfirmation(
  route: string,
  input: unknown,
  { by, ...facts }: RefusalParams,
): Promise<string | null> {
  const operation = operationOf(route, input);
  if (!asker || !isConfirmed(operation)) return null;
  const subject = confirmationSubject(operation, input);
  return asker({ operation, input, subject, facts, by: secondFactorsIn(by) });
}
