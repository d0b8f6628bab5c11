import type { RefusalParams } from '#domain/errors.ts';
import { type ConfirmedOperation, isConfirmed, operationOf } from '#domain/operations.ts';
import { confirmationSubject } from '#domain/sessions/confirmation.ts';
import { type SecondFactor, secondFactorsIn } from '#domain/sessions/second-factor.ts';

/** Something that the server does only once the person has confirmed it, with everything that is asked. */
export interface ToConfirm {
  readonly operation: ConfirmedOperation;
  readonly input: unknown;
  /** What the confirmation is bound to. */
  readonly subject: string;
  /** What the server says of it: who it concerns, how much. */
  readonly facts: RefusalParams;
  /** The second factors that confirm it; the password does for whoever has none. */
  readonly by: readonly SecondFactor[];
}

type Ask = (what: ToConfirm) => Promise<string | null>;

let asker: Ask | null = null;

/** Says who asks the person; the shells do (confirmation-host.tsx). Returns how to stop. */
export function onConfirmationNeeded(ask: Ask): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Asks the person to confirm a call; the token to send with it, or null when they would rather not. */
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
