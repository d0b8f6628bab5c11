import fc from 'fast-check';
import { Document } from 'sepa';
import { describe, expect, test } from 'vitest';
import { IBAN_LENGTHS } from '../accounts/iban.ts';
import {
  CREDIT_TRANSFER_NAMESPACE,
  type CreditTransferFile,
  creditTransferXml,
} from './credit-transfer-file.ts';

const FILE: CreditTransferFile = {
  messageId: 'SEP-20261120-7K3M9QAX',
  createdAt: new Date('2026-11-20T16:30:05.123Z'),
  executionDate: '2026-11-23',
  debtor: {
    name: 'Guichet Démo (établissement fictif)',
    iban: 'FR7600000000000000000000970',
    bic: 'DEMOFRPPXXX',
    address: {
      street: '1 place de la Démonstration',
      postalCode: '00000',
      city: 'Villefictive',
      countryCode: 'FR',
    },
  },
  transfers: [
    {
      endToEndId: '01a1f9fcc1687994994721aa0f6aff7f',
      amountMinor: 120_05,
      payee: {
        name: 'Camille Lemoine',
        iban: 'FR7600000000000000000000194',
        address: { street: '12 bis rue des Exemples', postalCode: '69003', city: 'Lyon', countryCode: 'FR' },
      },
      remittance: 'Guichet Démo - virement du 18/11/2026',
    },
    {
      endToEndId: '01a1f9fcc021722900d0a71fdfad95d9',
      amountMinor: 10,
      payee: { name: 'Jörg <Müller> & "Söhne"', iban: 'DE89370400440532013000', address: null },
      remittance: 'Guichet',
    },
  ],
};

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Node[];
}

/** Reads XML of elements, attributes and text: enough for this file, and strict about everything else. */
function parse(xml: string): Node {
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
 * The schema that a bank checks the file against: pain.001.001.09 (ISO 20022, February 2019) as narrowed by the guidelines for a customer's
 * SEPA credit transfer (EPC132-08, 2023 version 1.0). Written out here in our own terms: neither the npm registry nor Debian carries the
 * official XSD, and its publishers hand it out for download only, so it cannot lie in this repository. Compared with it element by element:
 * each type's elements in the order they must stand in, with how often (`?` at most once, `1` once, `+` once or more) and their type.
 * What the schema permits and this product never writes is left out, so that it would be refused.
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

const at = (node: Node, ...names: string[]): Node[] =>
  names.reduce(
    (nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [node],
  );
const textAt = (node: Node, ...names: string[]) => at(node, ...names).map(({ text }) => text);

describe('a SEPA credit transfer file', () => {
  test('has the structure of pain.001.001.09', () => {
    const root = parse(creditTransferXml(FILE));
    expect(root.name).toBe('Document');
    expect(root.attributes.xmlns).toBe(CREDIT_TRANSFER_NAMESPACE);
    expect(faultsOf(root, 'Document')).toEqual([]);
    const withoutBic = creditTransferXml({ ...FILE, debtor: { ...FILE.debtor, bic: null } });
    expect(faultsOf(parse(withoutBic), 'Document')).toEqual([]);
    expect(
      textAt(parse(withoutBic), 'CstmrCdtTrfInitn', 'PmtInf', 'DbtrAgt', 'FinInstnId', 'Othr', 'Id'),
    ).toEqual(['NOTPROVIDED']);
  });

  test('which refuses what is out of place, missing, twice or of another shape', () => {
    const xml = creditTransferXml(FILE);
    for (const broken of [
      xml.replace(/(<MsgId>.*?<\/MsgId>)(<CreDtTm>.*?<\/CreDtTm>)/, '$2$1'),
      xml.replace(/<PmtMtd>.*?<\/PmtMtd>/, ''),
      xml.replace(/(<ReqdExctnDt>.*?<\/ReqdExctnDt>)/, '$1$1'),
      xml.replace('<Dt>2026-11-23</Dt>', '<Dt>23/11/2026</Dt>'),
      xml.replace(/<PstlAdr>/, '<PstlAdr><AdrLine>1 place</AdrLine>'),
      xml.replace(' Ccy="EUR"', ''),
      xml.replace('Ccy="EUR"', 'Ccy="CHF"'),
      xml.replace('<Document xmlns=', '<Document lang="fr" xmlns='),
      xml.replace('pain.001.001.09', 'pain.001.001.03'),
      xml.replace('>120.05<', '>120.5<'),
      xml.replace('>120.05<', '>0.00<'),
      xml.replace('>120.05<', '>1000000000.00<'),
      xml.replace('<Dt>2026-11-23</Dt>', '<Dt>2026-13-23</Dt>'),
      xml.replace('>Camille Lemoine<', '>Camille Lemoiné<'),
      xml.replace('>Camille Lemoine<', `>${'C'.repeat(71)}<`),
      xml.replace('>Camille Lemoine<', '>Camille//Lemoine<'),
      xml.replace('<Nm>Camille Lemoine</Nm>', ''),
      xml.replace('<TwnNm>Lyon</TwnNm>', ''),
      xml.replace(/<CdtrAcct>.*?<\/CdtrAcct>/, ''),
      xml.replace('<Cd>SEPA</Cd>', '<Cd>URGP</Cd>'),
      xml.replace('<ChrgBr>SLEV</ChrgBr>', '<ChrgBr>SHAR</ChrgBr>'),
      xml.replace('</BICFI>', '</BICFI><Othr><Id>NOTPROVIDED</Id></Othr>'),
      xml.replace(/(<Ustrd>.*?<\/Ustrd>)/, '$1$1'),
      xml.replace('<NbOfTxs>2</NbOfTxs>', '<NbOfTxs>0</NbOfTxs>'),
    ]) {
      expect(broken).not.toBe(xml);
      expect(faultsOf(parse(broken), 'Document')).not.toEqual([]);
    }
  });

  test('says who pays whom, how much, when, and structures addresses', () => {
    const root = parse(creditTransferXml(FILE));
    const payment = at(root, 'CstmrCdtTrfInitn', 'PmtInf')[0] as Node;
    expect(textAt(root, 'CstmrCdtTrfInitn', 'GrpHdr', 'CreDtTm')).toEqual(['2026-11-20T16:30:05Z']);
    expect(textAt(root, 'CstmrCdtTrfInitn', 'GrpHdr', 'NbOfTxs')).toEqual(['2']);
    expect(textAt(root, 'CstmrCdtTrfInitn', 'GrpHdr', 'CtrlSum')).toEqual(['120.15']);
    expect(textAt(payment, 'ReqdExctnDt', 'Dt')).toEqual(['2026-11-23']);
    expect(textAt(payment, 'Dbtr', 'Nm')).toEqual(['Guichet Demo (etablissement fictif)']);
    expect(textAt(payment, 'DbtrAcct', 'Id', 'IBAN')).toEqual(['FR7600000000000000000000970']);
    expect(textAt(payment, 'DbtrAgt', 'FinInstnId', 'BICFI')).toEqual(['DEMOFRPPXXX']);
    expect(textAt(payment, 'CdtTrfTxInf', 'Amt', 'InstdAmt')).toEqual(['120.05', '0.10']);
    expect(textAt(payment, 'CdtTrfTxInf', 'Cdtr', 'Nm')).toEqual([
      'Camille Lemoine',
      'Jorg .Muller. + .Sohne.',
    ]);
    expect(textAt(payment, 'CdtTrfTxInf', 'CdtrAcct', 'Id', 'IBAN')).toEqual([
      'FR7600000000000000000000194',
      'DE89370400440532013000',
    ]);
    const [address, ...others] = at(payment, 'CdtTrfTxInf', 'Cdtr', 'PstlAdr');
    expect(address?.children.map(({ name, text }) => [name, text])).toEqual([
      ['StrtNm', 'rue des Exemples'],
      ['BldgNb', '12 bis'],
      ['PstCd', '69003'],
      ['TwnNm', 'Lyon'],
      ['Ctry', 'FR'],
    ]);
    expect(others).toEqual([]);
  });

  test('is, addresses and service level aside, what the package `sepa` writes', () => {
    const document = new Document('pain.001.001.09');
    document.grpHdr.id = FILE.messageId;
    document.grpHdr.created = FILE.createdAt;
    document.grpHdr.initiatorName = 'Guichet Demo (etablissement fictif)';
    const info = document.createPaymentInfo();
    info.id = 'x';
    info.batchBooking = true;
    info.requestedExecutionDate = new Date(`${FILE.executionDate}T12:00:00`);
    info.debtorIBAN = FILE.debtor.iban;
    info.debtorBIC = FILE.debtor.bic ?? '';
    info.debtorName = 'Guichet Demo (etablissement fictif)';
    document.addPaymentInfo(info);
    for (const transfer of FILE.transfers) {
      const line = info.createTransaction();
      line.creditorName =
        transfer.payee.name === 'Camille Lemoine' ? transfer.payee.name : 'Jorg .Muller. + .Sohne.';
      line.creditorIBAN = transfer.payee.iban;
      line.amount = transfer.amountMinor / 100;
      line.remittanceInfo = transfer.remittance.replace('é', 'e');
      line.end2endId = transfer.endToEndId;
      info.addTransaction(line);
    }
    const left = new Set(['PstlAdr', 'InstrId', 'CreDtTm', 'PmtInfId', 'InstrPrty']);
    const shape = ({ name, text, children }: Node): unknown => [
      name,
      children.length > 0 ? children.filter((child) => !left.has(child.name)).map(shape) : text,
    ];
    expect(shape(parse(creditTransferXml(FILE)))).toEqual(shape(parse(document.toString())));
  });

  test.each([
    ['no transfer', { transfers: [] }],
    ['an id twice', { transfers: [FILE.transfers[0], FILE.transfers[0]] }],
    ['a message without id', { messageId: '' }],
    ['an id that no bank carries', { messageId: 'é' }],
    ['an IBAN that does not hold', { debtor: { ...FILE.debtor, iban: 'FR7600000000000000000000971' } }],
    ['a BIC that is none', { debtor: { ...FILE.debtor, bic: 'DEMO' } }],
    ['a name of nothing', { debtor: { ...FILE.debtor, name: ' ' } }],
    ['an amount of nothing', { transfers: [{ ...FILE.transfers[0], amountMinor: 0 }] }],
    ['a fraction of a cent', { transfers: [{ ...FILE.transfers[0], amountMinor: 1.5 }] }],
    [
      'more than a transfer may carry',
      { transfers: [{ ...FILE.transfers[0], amountMinor: 100_000_000_000 }] },
    ],
    [
      'a payee outside SEPA',
      {
        transfers: [
          {
            ...FILE.transfers[0],
            payee: { ...FILE.transfers[0]?.payee, iban: 'TR330006100519786457841326' },
          },
        ],
      },
    ],
    ['a day that is none', { executionDate: 'demain' }],
  ])('is not written with %s', (_, change) => {
    expect(() => creditTransferXml({ ...FILE, ...change } as CreditTransferFile)).toThrow(RangeError);
  });

  test('an address without a town is left out, and a street without a number stays whole', () => {
    const withAddress = (address: CreditTransferFile['debtor']['address']) =>
      at(
        parse(creditTransferXml({ ...FILE, debtor: { ...FILE.debtor, address } })),
        'CstmrCdtTrfInitn',
        'PmtInf',
        'Dbtr',
        'PstlAdr',
      );
    expect(withAddress({ street: '1 rue', postalCode: '1', city: ' ', countryCode: 'FR' })).toEqual([]);
    expect(withAddress({ street: '1 rue', postalCode: '1', city: 'Lyon', countryCode: 'France' })).toEqual(
      [],
    );
    const [address] = withAddress({
      street: 'Le Bourg',
      postalCode: null,
      city: 'Nulle-Part',
      countryCode: 'FR',
    });
    expect(address?.children.map(({ name, text }) => [name, text])).toEqual([
      ['StrtNm', 'Le Bourg'],
      ['TwnNm', 'Nulle-Part'],
      ['Ctry', 'FR'],
    ]);
  });

  test('holds to the structure and to the cent whatever names and amounts it carries', () => {
    const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }).map((text) => `N${text}`);
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ name, amountMinor: fc.integer({ min: 1, max: 99_999_999_999 }), street: name }),
          {
            minLength: 1,
            maxLength: 5,
          },
        ),
        (lines) => {
          const transfers = lines.map(({ name: payee, amountMinor, street }, index) => ({
            endToEndId: `E${index}`,
            amountMinor,
            payee: {
              name: payee,
              iban: 'FR7600000000000000000000194',
              address: { street, postalCode: street, city: payee, countryCode: 'FR' },
            },
            remittance: payee,
          }));
          const root = parse(creditTransferXml({ ...FILE, transfers }));
          expect(faultsOf(root, 'Document')).toEqual([]);
          const cents = (text: string) => Number(text.replace('.', ''));
          const amounts = textAt(root, 'CstmrCdtTrfInitn', 'PmtInf', 'CdtTrfTxInf', 'Amt', 'InstdAmt').map(
            cents,
          );
          expect(amounts).toEqual(lines.map(({ amountMinor }) => amountMinor));
          expect(textAt(root, 'CstmrCdtTrfInitn', 'GrpHdr', 'CtrlSum').map(cents)).toEqual([
            amounts.reduce((a, b) => a + b, 0),
          ]);
        },
      ),
      { numRuns: 200 },
    );
  });
});

test('no country of SEPA is unknown to the registry of IBANs', () => {
  for (const country of ['AL', 'MD', 'ME', 'MK', 'RS', 'GI', 'VA', 'SM'])
    expect(IBAN_LENGTHS[country]).toBeGreaterThan(0);
});
