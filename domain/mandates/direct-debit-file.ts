import {
  account,
  agent,
  check,
  decimal,
  element,
  escaped,
  isId,
  MAX_NAME,
  MAX_REMITTANCE,
  postalAddress,
  text,
} from '../sepa-elements.ts';
import {
  checkInitiation,
  type FileOrder,
  type FileParty,
  initiationXml,
  isDay,
} from '../withdrawals/sepa-initiation.ts';
import { isCreditorIdentifier } from './creditor-identifier.ts';

/**
 * A SEPA direct debit initiation, ISO 20022 pain.008.001.08 in the form of the European Payments Council's core guidelines (EPC130-08, since
 * 2023): what a firm hands to its bank to collect (PAY-70). Every collection is `RCUR`: the scheme asks for no first one any more.
 */
export const DIRECT_DEBIT_NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08';

export interface Collection extends FileOrder {
  readonly mandate: {
    readonly reference: string;
    /** YYYY-MM-DD. */
    readonly signedOn: string;
    /** Whether its account changed since the last collection: the debtor's bank is told that it is the same mandate. */
    readonly isAmended: boolean;
  };
  readonly debtor: { readonly name: string; readonly iban: string };
}

export interface DirectDebitFile {
  /** Names the file for good: 35 characters at most. */
  readonly messageId: string;
  readonly createdAt: Date;
  /** The day on which the debtors' accounts are debited, YYYY-MM-DD. */
  readonly collectionDate: string;
  readonly creditor: FileParty & { readonly identifier: string };
  readonly collections: readonly Collection[];
}

/** « Same mandate, new debtor account », whatever bank the old one was at. */
const NEW_ACCOUNT = 'SMNDA';

function mandateElement({ reference, signedOn, isAmended }: Collection['mandate']): string {
  return element('MndtRltdInf', [
    element('MndtId', escaped(reference)),
    element('DtOfSgntr', signedOn),
    ...(isAmended
      ? [
          element('AmdmntInd', 'true'),
          element('AmdmntInfDtls', [
            element('OrgnlDbtrAcct', [element('Id', [element('Othr', [element('Id', NEW_ACCOUNT)])])]),
          ]),
        ]
      : []),
  ]);
}

function collectionElement({ endToEndId, amountMinor, mandate, debtor, remittance }: Collection): string {
  return element('DrctDbtTxInf', [
    element('PmtId', [element('EndToEndId', escaped(endToEndId))]),
    element('InstdAmt', decimal(amountMinor), ' Ccy="EUR"'),
    element('DrctDbtTx', [mandateElement(mandate)]),
    agent('DbtrAgt', null),
    element('Dbtr', [text('Nm', debtor.name, MAX_NAME)]),
    account('DbtrAcct', debtor.iban),
    element('RmtInf', [text('Ustrd', remittance, MAX_REMITTANCE)]),
  ]);
}

function checkFile({ messageId, collectionDate, creditor, collections }: DirectDebitFile): void {
  checkInitiation({ messageId, day: collectionDate, party: creditor }, collections, ({ debtor }) => debtor, {
    party: 'creditor',
    order: 'collection',
    other: 'debtor',
  });
  check(isCreditorIdentifier(creditor.identifier), 'the creditor identifier does not hold');
  for (const { mandate } of collections) {
    check(isId(mandate.reference), `not a reference of a mandate: ${mandate.reference}`);
    check(isDay(mandate.signedOn), `not a day of signature: ${mandate.signedOn}`);
  }
}

/** Who collects, by their identifier: it names one creditor in all of SEPA. */
const creditorScheme = (identifier: string) =>
  element('CdtrSchmeId', [
    element('Id', [
      element('PrvtId', [
        element('Othr', [element('Id', identifier), element('SchmeNm', [element('Prtry', 'SEPA')])]),
      ]),
    ]),
  ]);

/**
 * The file as XML (UTF-8): core scheme, recurring, one booking of our bank for all of it.
 * @throws RangeError for anything the bank would send back: an IBAN outside SEPA, an identifier whose key does not hold, an amount of nothing, an
 * id twice.
 */
export function directDebitXml(file: DirectDebitFile): string {
  checkFile(file);
  const { messageId, createdAt, collectionDate, creditor, collections } = file;
  return initiationXml({
    namespace: DIRECT_DEBIT_NAMESPACE,
    root: 'CstmrDrctDbtInitn',
    method: 'DD',
    messageId,
    createdAt,
    party: creditor,
    orders: collections,
    payment: [
      element('PmtTpInf', [
        element('SvcLvl', [element('Cd', 'SEPA')]),
        element('LclInstrm', [element('Cd', 'CORE')]),
        element('SeqTp', 'RCUR'),
      ]),
      element('ReqdColltnDt', collectionDate),
      element('Cdtr', [text('Nm', creditor.name, MAX_NAME), postalAddress(creditor.address)]),
      account('CdtrAcct', creditor.iban),
      agent('CdtrAgt', creditor.bic),
      element('ChrgBr', 'SLEV'),
      creditorScheme(creditor.identifier),
      ...collections.map(collectionElement),
    ],
  });
}
