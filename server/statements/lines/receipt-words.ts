import { elided } from '#domain/elision.ts';
import type { MovementName } from '#domain/ledger/movement-words.ts';

/** What a client reads who the money is from. */
interface Payer {
  readonly counterpartyName: string | null;
  readonly remittance: string | null;
  /** What is said where nothing stands in `remittance`. */
  readonly additionalText?: string | null;
}

/** « Virement reçu », for a payer without a name. */
export const RECEIVED = 'Virement reçu';

/** What a receipt is called in a client's movements: « Virement reçu de Paul Martin », with the payer's text beside it. */
export function receiptName({ counterpartyName, remittance: own, additionalText }: Payer): MovementName {
  const remittance = own ?? additionalText;
  if (!counterpartyName) return { description: RECEIVED };
  return { details: { payer: counterpartyName, ...(remittance ? { remittance } : {}) } };
}

/** What the notice of a receipt says of it (PAY-29): payer and text. */
export function receiptText({ counterpartyName, remittance: own, additionalText }: Payer): string {
  const remittance = own ?? additionalText;
  const from = counterpartyName ? `${RECEIVED} ${elided('de ', counterpartyName)}` : RECEIVED;
  return remittance ? `${from} – ${remittance}` : from;
}
