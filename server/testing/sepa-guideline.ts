import { CREDIT_TRANSFER_NAMESPACE } from '#domain/withdrawals/credit-transfer-file.ts';

export interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Node[];
}

/** Reads XML of elements, attributes and text: enough for this file, and strict about everything else. */
export function parse(xml: string): Node {
  let rest = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/, '').trimEnd();
  const unescaped = (value: string) =>
    value.replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '',
    );
  function node(): Node {
    const opening = /^<([A-Za-z]+)((?: [\w:]+="[^"<]*")*)(\/?)>/.exec(rest);
    if (!opening) throw new Error(`not XML: ${rest.slice(0, 60)}`);
    rest = rest.slice(opening[0].length);
    const [, name = '', attributeText = '', closed] = opening;
    const attributes = Object.fromEntries(
      [...attributeText.matchAll(/ ([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        unescaped(value),
      ]),
    );
    if (closed) return { name, attributes, text: '', children: [] };
    const children: Node[] = [];
    const text = /^[^<]*/.exec(rest)?.[0] ?? '';
    rest = rest.slice(text.length);
    while (!rest.startsWith('</')) children.push(node());
    if (!rest.startsWith(`</${name}>`)) throw new Error(`${name} is not closed: ${rest.slice(0, 60)}`);
    rest = rest.slice(name.length + 3);
    return { name, attributes, text: unescaped(text), children };
  }
  const root = node();
  if (rest !== '') throw new Error(`after the end: ${rest.slice(0, 60)}`);
  return root;
}

/**
 * What a bank's gateway checks beyond ISO's schema (./iso-20022-schema.ts): pain.001.001.09 as narrowed by the guidelines for a customer's
 * SEPA credit transfer (EPC132-08, 2023 version 1.0), which come as a text and not as a schema. Written out here: each type's elements in
 * the order they must stand in, with how often (`?` at most once, `1` once, `+` once or more) and their type. What the guidelines permit and
 * this product never writes is left out, so that it would be refused.
 */
type Rule = readonly [name: string, often: '1' | '?' | '+', type: string];
const COMPLEX: Readonly<Record<string, readonly Rule[] | { readonly choice: readonly Rule[] }>> = {
  Document: [['CstmrCdtTrfInitn', '1', 'CustomerCreditTransferInitiationV09']],
  CustomerCreditTransferInitiationV09: [
    ['GrpHdr', '1', 'GroupHeader85'],
    ['PmtInf', '+', 'PaymentInstruction30'],
  ],
  GroupHeader85: [
    ['MsgId', '1', 'Max35Text'],
    ['CreDtTm', '1', 'ISODateTime'],
    ['NbOfTxs', '1', 'Max15NumericText'],
    ['CtrlSum', '1', 'DecimalNumber'],
    ['InitgPty', '1', 'InitiatingParty'],
  ],
  // PartyIdentification135 of the header: a name and no address.
  InitiatingParty: [['Nm', '1', 'Max70Text']],
  PaymentInstruction30: [
    ['PmtInfId', '1', 'Max35Text'],
    ['PmtMtd', '1', 'PaymentMethod3Code'],
    ['BtchBookg', '?', 'BatchBookingIndicator'],
    ['NbOfTxs', '1', 'Max15NumericText'],
    ['CtrlSum', '1', 'DecimalNumber'],
    // It must stand here or in each transfer; here it serves all of them.
    ['PmtTpInf', '1', 'PaymentTypeInformation26'],
    ['ReqdExctnDt', '1', 'DateAndDateTime2Choice'],
    ['Dbtr', '1', 'PartyIdentification135'],
    ['DbtrAcct', '1', 'CashAccount38'],
    ['DbtrAgt', '1', 'BranchAndFinancialInstitutionIdentification6'],
    ['ChrgBr', '?', 'ChargeBearerType1Code'],
    ['CdtTrfTxInf', '+', 'CreditTransferTransaction34'],
  ],
  PaymentTypeInformation26: [['SvcLvl', '1', 'ServiceLevel8Choice']],
  ServiceLevel8Choice: { choice: [['Cd', '1', 'ExternalServiceLevel1Code']] },
  DateAndDateTime2Choice: { choice: [['Dt', '1', 'ISODate']] },
  PartyIdentification135: [
    ['Nm', '1', 'Max70Text'],
    ['PstlAdr', '?', 'PostalAddress24'],
  ],
  // Without free lines, town and country are mandatory.
  PostalAddress24: [
    ['StrtNm', '?', 'Max70Text'],
    ['BldgNb', '?', 'Max16Text'],
    ['PstCd', '?', 'Max16Text'],
    ['TwnNm', '1', 'Max35Text'],
    ['Ctry', '1', 'CountryCode'],
  ],
  CashAccount38: [['Id', '1', 'AccountIdentification4Choice']],
  AccountIdentification4Choice: { choice: [['IBAN', '1', 'IBAN2007Identifier']] },
  BranchAndFinancialInstitutionIdentification6: [['FinInstnId', '1', 'FinancialInstitutionIdentification18']],
  // Either the BIC or « NOTPROVIDED ».
  FinancialInstitutionIdentification18: {
    choice: [
      ['BICFI', '1', 'BICFIDec2014Identifier'],
      ['Othr', '1', 'GenericFinancialIdentification1'],
    ],
  },
  GenericFinancialIdentification1: [['Id', '1', 'NotProvided']],
  CreditTransferTransaction34: [
    ['PmtId', '1', 'PaymentIdentification6'],
    ['Amt', '1', 'AmountType4Choice'],
    ['Cdtr', '1', 'PartyIdentification135'],
    ['CdtrAcct', '1', 'CashAccount38'],
    ['RmtInf', '?', 'RemittanceInformation16'],
  ],
  PaymentIdentification6: [['EndToEndId', '1', 'Max35Text']],
  AmountType4Choice: { choice: [['InstdAmt', '1', 'ActiveOrHistoricCurrencyAndAmount']] },
  RemittanceInformation16: [['Ustrd', '1', 'Max140Text']],
};
/** A text in the characters that every bank of SEPA carries (EPC217-08): no slash at either end, no two in a row. */
const text = (length: number) =>
  new RegExp(String.raw`^(?!/)(?:[A-Za-z0-9\-?:().,'+ ]|/(?!/|$)){1,${length}}$`);
const day = String.raw`\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const SIMPLE: Readonly<Record<string, RegExp>> = {
  Max16Text: text(16),
  Max35Text: text(35),
  Max70Text: text(70),
  Max140Text: text(140),
  Max15NumericText: /^[1-9]\d{0,14}$/,
  ISODate: new RegExp(`^${day}$`),
  ISODateTime: new RegExp(String.raw`^${day}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$`),
  // 18 digits in all, two of them after the point.
  DecimalNumber: /^\d{1,16}\.\d{2}$/,
  // From 0.01 to 999999999.99.
  ActiveOrHistoricCurrencyAndAmount: /^(?!0+\.00$)\d{1,9}\.\d{2}$/,
  PaymentMethod3Code: /^TRF$/,
  BatchBookingIndicator: /^(true|false)$/,
  ExternalServiceLevel1Code: /^SEPA$/,
  ChargeBearerType1Code: /^SLEV$/,
  CountryCode: /^[A-Z]{2}$/,
  NotProvided: /^NOTPROVIDED$/,
  IBAN2007Identifier: /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/,
  BICFIDec2014Identifier: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
};
/** The only attributes there are. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Document: { xmlns: CREDIT_TRANSFER_NAMESPACE },
  ActiveOrHistoricCurrencyAndAmount: { Ccy: 'EUR' },
};

/** Every way in which a tree is not of a type, one line each. */
function faultsOf(node: Node, type: string, path = node.name): string[] {
  const wrongAttributes =
    JSON.stringify(node.attributes) === JSON.stringify(ATTRIBUTES[type] ?? {})
      ? []
      : [`${path}: attributes ${JSON.stringify(node.attributes)}`];
  const simple = SIMPLE[type];
  if (simple)
    return simple.test(node.text) && node.children.length === 0
      ? wrongAttributes
      : [`${path}: « ${node.text} » is not ${type}`, ...wrongAttributes];
  const definition = COMPLEX[type];
  if (!definition) return [`${path}: unknown type ${type}`];
  const faults = node.text === '' ? wrongAttributes : [`${path}: text where elements belong`];
  const rules = 'choice' in definition ? definition.choice : definition;
  if ('choice' in definition && node.children.length !== 1) faults.push(`${path}: not one choice`);
  let position = 0;
  for (const child of node.children) {
    const found = rules.findIndex(([name]) => name === child.name);
    if (found < position) faults.push(`${path}: ${child.name} is out of place`);
    else position = found;
    const rule = rules[found];
    if (rule) faults.push(...faultsOf(child, rule[2], `${path}/${child.name}`));
  }
  for (const [name, often] of 'choice' in definition ? [] : rules) {
    const count = node.children.filter((child) => child.name === name).length;
    if (count === 0 && (often === '1' || often === '+')) faults.push(`${path}: ${name} is missing`);
    if (count > 1 && (often === '1' || often === '?')) faults.push(`${path}: ${name} stands ${count} times`);
  }
  return faults;
}

/** What the guidelines refuse in a file, one line each; nothing when it is sound. */
export const guidelineFaults = (xml: string) => faultsOf(parse(xml), 'Document');

export const at = (node: Node, ...names: string[]): Node[] =>
  names.reduce(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [node],
  );
export const textAt = (node: Node, ...names: string[]) => at(node, ...names).map(({ text }) => text);
