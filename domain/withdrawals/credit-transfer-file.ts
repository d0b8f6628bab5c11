import { sumMinor } from '../money/money.ts';
import {
  account,
  agent,
  check,
  decimal,
  element,
  escaped,
  isBic,
  isId,
  MAX_NAME,
  MAX_REMITTANCE,
  momentText,
  postalAddress,
  type StructuredAddress,
  text,
} from '../sepa-elements.ts';
import { sepaText } from '../sepa-text.ts';
import { isSepaIban, MAX_SEPA_MINOR } from './sepa.ts';

/**
 * A SEPA credit transfer initiation, ISO 20022 pain.001.001.09 in the form of the European Payments Council's implementation guidelines
 * (EPC132-08, since 2023): what a firm hands to its bank to have transfers made. Written here rather than by a package, because amounts
 * must not pass through floating point and because addresses must be structured since November 2026 (EPC153-22), which the package at hand
 * writes as free lines.
 */

export interface CreditTransfer {
  /** Travels to the payee and back with every answer: 35 characters at most. */
  readonly endToEndId: string;
  /** Euro cents. */
  readonly amountMinor: number;
  readonly payee: {
    readonly name: string;
    readonly iban: string;
    readonly address: StructuredAddress | null;
  };
  /** What the payee reads on their statement. */
  readonly remittance: string;
}

export interface CreditTransferFile {
  /** Names the file for good: 35 characters at most. */
  readonly messageId: string;
  readonly createdAt: Date;
  /** Day on which the bank is asked to debit, YYYY-MM-DD. */
  readonly executionDate: string;
  readonly debtor: {
    readonly name: string;
    readonly iban: string;
    readonly bic: string | null;
    readonly address: StructuredAddress;
  };
  readonly transfers: readonly CreditTransfer[];
  /** Whether its transfer, the only one, is an instant one (PAY-43). */
  readonly isInstant?: boolean;
}

export const CREDIT_TRANSFER_NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

function transferElement(transfer: CreditTransfer): string {
  const { endToEndId, amountMinor, payee, remittance } = transfer;
  return element('CdtTrfTxInf', [
    element('PmtId', [element('EndToEndId', escaped(endToEndId))]),
    element('Amt', [element('InstdAmt', decimal(amountMinor), ' Ccy="EUR"')]),
    element('Cdtr', [text('Nm', payee.name, MAX_NAME), payee.address ? postalAddress(payee.address) : null]),
    account('CdtrAcct', payee.iban),
    element('RmtInf', [text('Ustrd', remittance, MAX_REMITTANCE)]),
  ]);
}

function checkFile({ messageId, executionDate, debtor, transfers, isInstant }: CreditTransferFile): void {
  check(isId(messageId), `not an id of a message: ${messageId}`);
  check(/^\d{4}-\d{2}-\d{2}$/.test(executionDate), `not a day: ${executionDate}`);
  check(isSepaIban(debtor.iban), 'the IBAN of the debtor is not one of SEPA');
  check(debtor.bic === null || isBic(debtor.bic), 'the BIC of the debtor is not one');
  check(sepaText(debtor.name, MAX_NAME) !== '', 'the debtor has no name');
  check(transfers.length > 0, 'a file holds at least one transfer');
  check(!isInstant || transfers.length === 1, 'an instant transfer stands in a file of its own');
  check(
    new Set(transfers.map(({ endToEndId }) => endToEndId)).size === transfers.length,
    'two transfers have the same id',
  );
  for (const { endToEndId, amountMinor, payee, remittance } of transfers) {
    check(isId(endToEndId), `not an id of a transfer: ${endToEndId}`);
    check(
      Number.isSafeInteger(amountMinor) && amountMinor > 0 && amountMinor <= MAX_SEPA_MINOR,
      `not an amount of a SEPA transfer: ${amountMinor}`,
    );
    check(isSepaIban(payee.iban), `the IBAN of transfer ${endToEndId} is not one of SEPA`);
    check(sepaText(payee.name, MAX_NAME) !== '', `the payee of transfer ${endToEndId} has no name`);
    check(sepaText(remittance, MAX_REMITTANCE) !== '', `transfer ${endToEndId} says nothing to its payee`);
  }
}

/**
 * The file as XML (UTF-8). All transfers are debited as one booking, in euro, with shared charges, at SEPA's service level.
 * @throws RangeError for anything the bank would send back: an IBAN outside SEPA, an amount of nothing, an empty name, an id twice.
 */
export function creditTransferXml(file: CreditTransferFile): string {
  checkFile(file);
  const { messageId, createdAt, executionDate, debtor, transfers } = file;
  const count = element('NbOfTxs', String(transfers.length));
  const sum = element('CtrlSum', decimal(sumMinor(transfers.map(({ amountMinor }) => amountMinor))));
  const debtorName = text('Nm', debtor.name, MAX_NAME);
  const initiation = element('CstmrCdtTrfInitn', [
    element('GrpHdr', [
      element('MsgId', escaped(messageId)),
      element('CreDtTm', momentText(createdAt)),
      count,
      sum,
      element('InitgPty', [debtorName]),
    ]),
    element('PmtInf', [
      element('PmtInfId', escaped(messageId)),
      element('PmtMtd', 'TRF'),
      element('BtchBookg', 'true'),
      count,
      sum,
      element('PmtTpInf', [
        element('SvcLvl', [element('Cd', 'SEPA')]),
        file.isInstant ? element('LclInstrm', [element('Cd', 'INST')]) : null,
      ]),
      element('ReqdExctnDt', [element('Dt', executionDate)]),
      element('Dbtr', [debtorName, postalAddress(debtor.address)]),
      account('DbtrAcct', debtor.iban),
      agent('DbtrAgt', debtor.bic),
      element('ChrgBr', 'SLEV'),
      ...transfers.map(transferElement),
    ]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('Document', [initiation], ` xmlns="${CREDIT_TRANSFER_NAMESPACE}"`)}\n`;
}
