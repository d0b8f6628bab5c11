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
import { isSepaIban, MAX_SEPA_MINOR } from '../withdrawals/sepa.ts';
import { isCreditorIdentifier } from './creditor-identifier.ts';

/**
 * A SEPA direct debit initiation, ISO 20022 pain.008.001.08 in the form of the European Payments Council's core guidelines (EPC130-08, since
 * 2023): what a firm hands to its bank to collect (PAY-70). Every collection is `RCUR`: the scheme asks for no first one any more.
 */
export const DIRECT_DEBIT_NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08';

export interface Collection {
  /** Travels to the debtor and back with every answer: 35 characters at most. */
  readonly endToEndId: string;
  /** Euro cents. */
  readonly amountMinor: number;
  readonly mandate: {
    readonly reference: string;
    /** YYYY-MM-DD. */
    readonly signedOn: string;
    /** Whether its account changed since the last collection: the debtor's bank is told that it is the same mandate. */
    readonly isAmended: boolean;
  };
  readonly debtor: { readonly name: string; readonly iban: string };
  /** What the debtor reads on their statement. */
  readonly remittance: string;
}

export interface DirectDebitFile {
  /** Names the file for good: 35 characters at most. */
  readonly messageId: string;
  readonly createdAt: Date;
  /** The day on which the debtors' accounts are debited, YYYY-MM-DD. */
  readonly collectionDate: string;
  readonly creditor: {
    readonly name: string;
    readonly iban: string;
    readonly bic: string | null;
    readonly identifier: string;
    readonly address: StructuredAddress;
  };
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

const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day);

function checkFile({ messageId, collectionDate, creditor, collections }: DirectDebitFile): void {
  check(isId(messageId), `not an id of a message: ${messageId}`);
  check(isDay(collectionDate), `not a day: ${collectionDate}`);
  check(isSepaIban(creditor.iban), 'the IBAN of the creditor is not one of SEPA');
  check(creditor.bic === null || isBic(creditor.bic), 'the BIC of the creditor is not one');
  check(sepaText(creditor.name, MAX_NAME) !== '', 'the creditor has no name');
  check(isCreditorIdentifier(creditor.identifier), 'the creditor identifier does not hold');
  check(collections.length > 0, 'a file holds at least one collection');
  check(
    new Set(collections.map(({ endToEndId }) => endToEndId)).size === collections.length,
    'two collections have the same id',
  );
  for (const { endToEndId, amountMinor, mandate, debtor, remittance } of collections) {
    check(isId(endToEndId), `not an id of a collection: ${endToEndId}`);
    check(
      Number.isSafeInteger(amountMinor) && amountMinor > 0 && amountMinor <= MAX_SEPA_MINOR,
      `not an amount of a SEPA direct debit: ${amountMinor}`,
    );
    check(isId(mandate.reference), `not a reference of a mandate: ${mandate.reference}`);
    check(isDay(mandate.signedOn), `not a day of signature: ${mandate.signedOn}`);
    check(isSepaIban(debtor.iban), `the IBAN of collection ${endToEndId} is not one of SEPA`);
    check(sepaText(debtor.name, MAX_NAME) !== '', `the debtor of collection ${endToEndId} has no name`);
    check(sepaText(remittance, MAX_REMITTANCE) !== '', `collection ${endToEndId} says nothing to its debtor`);
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
  const count = element('NbOfTxs', String(collections.length));
  const sum = element('CtrlSum', decimal(sumMinor(collections.map(({ amountMinor }) => amountMinor))));
  const name = text('Nm', creditor.name, MAX_NAME);
  const initiation = element('CstmrDrctDbtInitn', [
    element('GrpHdr', [
      element('MsgId', escaped(messageId)),
      element('CreDtTm', momentText(createdAt)),
      count,
      sum,
      element('InitgPty', [name]),
    ]),
    element('PmtInf', [
      element('PmtInfId', escaped(messageId)),
      element('PmtMtd', 'DD'),
      element('BtchBookg', 'true'),
      count,
      sum,
      element('PmtTpInf', [
        element('SvcLvl', [element('Cd', 'SEPA')]),
        element('LclInstrm', [element('Cd', 'CORE')]),
        element('SeqTp', 'RCUR'),
      ]),
      element('ReqdColltnDt', collectionDate),
      element('Cdtr', [name, postalAddress(creditor.address)]),
      account('CdtrAcct', creditor.iban),
      agent('CdtrAgt', creditor.bic),
      element('ChrgBr', 'SLEV'),
      creditorScheme(creditor.identifier),
      ...collections.map(collectionElement),
    ]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('Document', [initiation], ` xmlns="${DIRECT_DEBIT_NAMESPACE}"`)}\n`;
}
