import { sumMinor } from '../money/money.ts';
import {
  check,
  decimal,
  element,
  escaped,
  isBic,
  isId,
  MAX_NAME,
  MAX_REMITTANCE,
  momentText,
  type StructuredAddress,
  text,
} from '../sepa-elements.ts';
import { sepaText } from '../sepa-text.ts';
import { isSepaIban, MAX_SEPA_MINOR } from './sepa.ts';

/** What a file of transfers (pain.001) and one of direct debits (pain.008) have alike: their rules, their frame and its two headers. */

/** The house in a file: it pays transfers, and collects direct debits. */
export interface FileParty {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  readonly address: StructuredAddress;
}

/** What every order carries. */
export interface FileOrder {
  /** Travels to the other party and back with every answer: 35 characters at most. */
  readonly endToEndId: string;
  /** Euro cents. */
  readonly amountMinor: number;
  /** What the other party reads on their statement. */
  readonly remittance: string;
}

/** The names of a file's roles, for the messages of its refusals. */
interface RoleNames {
  /** The house: « debtor ». */
  readonly party: string;
  /** An order: « transfer ». */
  readonly order: string;
  /** Whom an order names: « payee ». */
  readonly other: string;
}

/** Says whether a text is a day, YYYY-MM-DD. */
export const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day);

/**
 * Checks what holds of both kinds of file.
 * @throws RangeError for an id or an amount that the bank would send back, an IBAN outside SEPA, an empty name or text, no order, an id twice.
 */
export function checkInitiation<Order extends FileOrder>(
  file: { readonly messageId: string; readonly day: string; readonly party: FileParty },
  orders: readonly Order[],
  otherOf: (order: Order) => { readonly name: string; readonly iban: string },
  { party, order, other }: RoleNames,
): void {
  check(isId(file.messageId), `not an id of a message: ${file.messageId}`);
  check(isDay(file.day), `not a day: ${file.day}`);
  check(isSepaIban(file.party.iban), `the IBAN of the ${party} is not one of SEPA`);
  check(file.party.bic === null || isBic(file.party.bic), `the BIC of the ${party} is not one`);
  check(sepaText(file.party.name, MAX_NAME) !== '', `the ${party} has no name`);
  check(orders.length > 0, `a file holds at least one ${order}`);
  check(
    new Set(orders.map(({ endToEndId }) => endToEndId)).size === orders.length,
    `two ${order}s have the same id`,
  );
  for (const one of orders) {
    const { endToEndId, amountMinor, remittance } = one;
    const { name, iban } = otherOf(one);
    check(isId(endToEndId), `not an id of a ${order}: ${endToEndId}`);
    check(
      Number.isSafeInteger(amountMinor) && amountMinor > 0 && amountMinor <= MAX_SEPA_MINOR,
      `not an amount of a SEPA ${order}: ${amountMinor}`,
    );
    check(isSepaIban(iban), `the IBAN of ${order} ${endToEndId} is not one of SEPA`);
    check(sepaText(name, MAX_NAME) !== '', `the ${other} of ${order} ${endToEndId} has no name`);
    check(sepaText(remittance, MAX_REMITTANCE) !== '', `${order} ${endToEndId} says nothing to its ${other}`);
  }
}

/**
 * The file as XML (UTF-8): one message with one payment, booked by our bank as a whole. The orders are summed here; their elements, and those
 * between the payment's header and them, are the file's own.
 */
export function initiationXml({
  namespace,
  root,
  method,
  messageId,
  createdAt,
  party,
  orders,
  payment,
}: {
  readonly namespace: string;
  readonly root: 'CstmrCdtTrfInitn' | 'CstmrDrctDbtInitn';
  /** TRF transfers, DD collects. */
  readonly method: 'TRF' | 'DD';
  readonly messageId: string;
  readonly createdAt: Date;
  readonly party: FileParty;
  readonly orders: readonly FileOrder[];
  readonly payment: readonly (string | null)[];
}): string {
  const count = element('NbOfTxs', String(orders.length));
  const sum = element('CtrlSum', decimal(sumMinor(orders.map(({ amountMinor }) => amountMinor))));
  const initiation = element(root, [
    element('GrpHdr', [
      element('MsgId', escaped(messageId)),
      element('CreDtTm', momentText(createdAt)),
      count,
      sum,
      element('InitgPty', [text('Nm', party.name, MAX_NAME)]),
    ]),
    element('PmtInf', [
      element('PmtInfId', escaped(messageId)),
      element('PmtMtd', method),
      element('BtchBookg', 'true'),
      count,
      sum,
      ...payment,
    ]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('Document', [initiation], ` xmlns="${namespace}"`)}\n`;
}
