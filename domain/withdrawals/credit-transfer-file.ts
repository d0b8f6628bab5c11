import {
  account,
  agent,
  check,
  decimal,
  element,
  escaped,
  MAX_NAME,
  MAX_REMITTANCE,
  postalAddress,
  type StructuredAddress,
  text,
} from '../sepa-elements.ts';
import { checkInitiation, type FileOrder, type FileParty, initiationXml } from './sepa-initiation.ts';

/**
 * A SEPA credit transfer initiation, ISO 20022 pain.001.001.09 in the form of the European Payments Council's implementation guidelines
 * (EPC132-08, since 2023): what a firm hands to its bank to have transfers made. Written here rather than by a package, because amounts
 * must not pass through floating point and because addresses must be structured since November 2026 (EPC153-22), which the package at hand
 * writes as free lines.
 */

export interface CreditTransfer extends FileOrder {
  readonly payee: {
    readonly name: string;
    readonly iban: string;
    readonly address: StructuredAddress | null;
  };
}

export interface CreditTransferFile {
  /** Names the file for good: 35 characters at most. */
  readonly messageId: string;
  readonly createdAt: Date;
  /** Day on which the bank is asked to debit, YYYY-MM-DD. */
  readonly executionDate: string;
  readonly debtor: FileParty;
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
  checkInitiation({ messageId, day: executionDate, party: debtor }, transfers, ({ payee }) => payee, {
    party: 'debtor',
    order: 'transfer',
    other: 'payee',
  });
  check(!isInstant || transfers.length === 1, 'an instant transfer stands in a file of its own');
}

/**
 * The file as XML (UTF-8). All transfers are debited as one booking, in euro, with shared charges, at SEPA's service level.
 * @throws RangeError for anything the bank would send back: an IBAN outside SEPA, an amount of nothing, an empty name, an id twice.
 */
export function creditTransferXml(file: CreditTransferFile): string {
  checkFile(file);
  const { messageId, createdAt, executionDate, debtor, transfers } = file;
  return initiationXml({
    namespace: CREDIT_TRANSFER_NAMESPACE,
    root: 'CstmrCdtTrfInitn',
    method: 'TRF',
    messageId,
    createdAt,
    party: debtor,
    orders: transfers,
    payment: [
      element('PmtTpInf', [
        element('SvcLvl', [element('Cd', 'SEPA')]),
        file.isInstant ? element('LclInstrm', [element('Cd', 'INST')]) : null,
      ]),
      element('ReqdExctnDt', [element('Dt', executionDate)]),
      element('Dbtr', [text('Nm', debtor.name, MAX_NAME), postalAddress(debtor.address)]),
      account('DbtrAcct', debtor.iban),
      agent('DbtrAgt', debtor.bic),
      element('ChrgBr', 'SLEV'),
      ...transfers.map(transferElement),
    ],
  });
}
