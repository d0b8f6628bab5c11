import { minorToDecimalString, sumMinor } from '../money/money.ts';
import { isSepaIban, MAX_SEPA_MINOR, sepaText } from './sepa.ts';

/**
 * A SEPA credit transfer initiation, ISO 20022 pain.001.001.09 in the form of the European Payments Council's implementation guidelines
 * (EPC132-08, since 2023): what a firm hands to its bank to have transfers made. Written here rather than by a package, because amounts
 * must not pass through floating point and because addresses must be structured since November 2026 (EPC153-22), which the package at hand
 * writes as free lines.
 */

/** A postal address in its parts. A bank needs at least the town and the country. */
export interface StructuredAddress {
  /** As people write it: « 12 bis rue des Lilas ». */
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
}

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
}

export const CREDIT_TRANSFER_NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** Lengths of the guidelines, shorter than ISO's where the two differ. */
const MAX_ID = 35;
const MAX_NAME = 70;
const MAX_STREET = 70;
const MAX_BUILDING = 16;
const MAX_POSTAL_CODE = 16;
const MAX_TOWN = 35;
const MAX_REMITTANCE = 140;

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

type Content = string | readonly (string | null)[];

/** An element: a text, or the elements in it. Texts are escaped by `text`, so that what arrives here is XML already. */
function element(name: string, content: Content, attributes = ''): string {
  const inside = typeof content === 'string' ? content : content.filter((part) => part !== null).join('');
  return `<${name}${attributes}>${inside}</${name}>`;
}

function text(name: string, value: string, maxLength: number): string | null {
  const carried = sepaText(value, maxLength);
  return carried === '' ? null : element(name, escaped(carried));
}

/** The house number that a street begins with, as French addresses do: « 12 bis ». */
const BUILDING = /^(\d+(?:\s*-\s*\d+)?(?:\s?(?:bis|ter|quater|[A-Da-d]))?)[\s,]+(?=\S)/i;

function postalAddress({ street, postalCode, city, countryCode }: StructuredAddress): string | null {
  // Half an address is refused by the guidelines: without town and country there is none.
  if (sepaText(city, MAX_TOWN) === '' || !/^[A-Z]{2}$/.test(countryCode)) return null;
  const building = BUILDING.exec(street ?? '')?.[1];
  const rest = building ? (street ?? '').replace(BUILDING, '') : (street ?? '');
  return element('PstlAdr', [
    text('StrtNm', rest, MAX_STREET),
    building ? text('BldgNb', building, MAX_BUILDING) : null,
    text('PstCd', postalCode ?? '', MAX_POSTAL_CODE),
    text('TwnNm', city, MAX_TOWN),
    element('Ctry', countryCode),
  ]);
}

const account = (name: string, iban: string) => element(name, [element('Id', [element('IBAN', iban)])]);

const decimal = (amountMinor: number) => minorToDecimalString(amountMinor, 'EUR');

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

function check(condition: boolean, message: string): void {
  if (!condition) throw new RangeError(message);
}

const isId = (id: string) => id !== '' && sepaText(id, MAX_ID) === id;

function checkFile({ messageId, executionDate, debtor, transfers }: CreditTransferFile): void {
  check(isId(messageId), `not an id of a message: ${messageId}`);
  check(/^\d{4}-\d{2}-\d{2}$/.test(executionDate), `not a day: ${executionDate}`);
  check(isSepaIban(debtor.iban), 'the IBAN of the debtor is not one of SEPA');
  check(
    debtor.bic === null || /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(debtor.bic),
    'the BIC of the debtor is not one',
  );
  check(sepaText(debtor.name, MAX_NAME) !== '', 'the debtor has no name');
  check(transfers.length > 0, 'a file holds at least one transfer');
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
      element('CreDtTm', `${createdAt.toISOString().slice(0, 19)}Z`),
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
      element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]),
      element('ReqdExctnDt', [element('Dt', executionDate)]),
      element('Dbtr', [debtorName, postalAddress(debtor.address)]),
      account('DbtrAcct', debtor.iban),
      element('DbtrAgt', [
        element('FinInstnId', [
          debtor.bic ? element('BICFI', debtor.bic) : element('Othr', [element('Id', 'NOTPROVIDED')]),
        ]),
      ]),
      element('ChrgBr', 'SLEV'),
      ...transfers.map(transferElement),
    ]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('Document', [initiation], ` xmlns="${CREDIT_TRANSFER_NAMESPACE}"`)}\n`;
}
