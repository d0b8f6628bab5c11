import { describe, expect, test } from 'vitest';
import { debitSchemaFaults } from '#server/testing/iso-20022-schema.ts';
import { creditorCheckDigits, isCreditorIdentifier } from './creditor-identifier.ts';
import {
  DEBIT_EVENTS,
  DEBIT_STATES,
  debitAfter,
  dueDatesToAnnounce,
  retryDay,
  sendBefore,
  sendByDay,
} from './direct-debit.ts';
import { type DirectDebitFile, directDebitXml } from './direct-debit-file.ts';
import { effectiveDay, expiryDay, findMandateStep, MANDATE_EVENTS, MANDATE_STATES } from './mandate.ts';
import { effectOf, isLate, kindOf, lastDayOf, R_CODES, wordsOfCode } from './r-transactions.ts';

describe('PAY-68 the creditor identifier', () => {
  // « DE98ZZZ09999999999 » is the example of the Bundesbank.
  test.each([
    ['DE98ZZZ09999999999', true],
    ['FR72ZZZ123456', true],
    ['FR76ZZZ000000', true],
    // The business code is no part of the check.
    ['FR72ABC123456', true],
    ['FR73ZZZ123456', false],
    ['FR72ZZZ12345', false],
    ['FR72ZZZ1234567', false],
    ['fr72zzz123456', false],
    ['', false],
  ])('%s holds: %s', (text, isOne) => {
    expect(isCreditorIdentifier(text)).toBe(isOne);
  });

  test('has two check digits, also below ten', () => {
    for (let number = 100_000; number < 100_200; number += 1) {
      const key = creditorCheckDigits('FR', String(number));
      expect(key).toMatch(/^\d{2}$/);
      expect(isCreditorIdentifier(`FR${key}ZZZ${number}`)).toBe(true);
    }
  });
});

describe('PAY-68 a mandate', () => {
  const ALLOWED: Readonly<Record<string, string>> = {
    'draft sign': 'active',
    'draft revoke': 'revoked',
    'draft expire': 'expired',
    'active sign': 'active',
    'active suspend': 'suspended',
    'active revoke': 'revoked',
    'active expire': 'expired',
    'suspended sign': 'active',
    'suspended resume': 'active',
    'suspended revoke': 'revoked',
    'suspended expire': 'expired',
  };
  test.each(MANDATE_STATES.flatMap((state) => MANDATE_EVENTS.map((event) => [state, event] as const)))(
    '%s, %s',
    (state, event) => {
      expect(findMandateStep(state, event)?.to).toBe(ALLOWED[`${state} ${event}`]);
    },
  );

  test.each([
    ['2027-01-04', null, '2027-01-04'],
    ['2027-01-04', '2027-01-09', '2027-01-09'],
    ['2027-01-12', '2027-01-09', '2027-01-12'],
  ])(
    'signed on %s, first payment allowed on %s, has effect from %s (LC-52)',
    (signedOn, earliest, effect) => {
      expect(effectiveDay(signedOn, earliest)).toBe(effect);
    },
  );

  test('ends 36 months after its last use', () => {
    expect(expiryDay('2027-02-05')).toBe('2030-02-05');
    expect(expiryDay('2024-02-29')).toBe('2027-02-28');
  });
});

describe('a direct debit', () => {
  const delays = { prenotificationDays: 14, leadDays: 1 };

  test('PAY-69 is announced at least 14 days before its collection, and not long before', () => {
    // 2027-02-05 is a Friday; 2027-02-06 and 07 are collected on Monday the 8th.
    expect(dueDatesToAnnounce('2027-01-22', delays)).toEqual([
      '2027-02-05',
      '2027-02-06',
      '2027-02-07',
      '2027-02-08',
    ]);
    expect(dueDatesToAnnounce('2027-01-23', delays)).not.toContain('2027-02-05');
    expect(dueDatesToAnnounce('2027-01-19', delays)).toEqual([
      '2027-02-02',
      '2027-02-03',
      '2027-02-04',
      '2027-02-05',
    ]);
    expect(dueDatesToAnnounce('2027-01-18', delays)).not.toContain('2027-02-05');
  });

  test('PAY-70 goes out a TARGET day before, over a week-end and Easter', () => {
    expect(sendByDay('2027-02-05', delays)).toBe('2027-02-04');
    expect(sendByDay('2027-02-08', delays)).toBe('2027-02-05');
    expect(sendByDay('2027-03-30', delays)).toBe('2027-03-25');
  });

  test.each([
    // Winter and summer time, a week-end, Easter.
    ['2027-02-05', '14:00', '2027-02-04T13:00:00.000Z'],
    ['2027-02-08', '09:30', '2027-02-05T08:30:00.000Z'],
    ['2027-03-30', '14:00', '2027-03-25T13:00:00.000Z'],
    ['2027-07-05', '14:00', '2027-07-02T12:00:00.000Z'],
  ])('PAY-2, PAY-70 of %s goes out before %s of its last day', (collectionOn, cutoff, instant) => {
    expect(sendBefore(collectionOn, { leadDays: 1, cutoff }).toISOString()).toBe(instant);
  });

  test('PAY-71 is tried again after time to send it', () => {
    expect(retryDay('2027-02-05', delays)).toBe('2027-02-10');
  });

  const ALLOWED: Readonly<Record<string, string>> = {
    'announced export': 'exported',
    'announced cancel': 'cancelled',
    'exported cancel': 'cancelled',
    'exported settle': 'settled',
    'exported reject': 'rejected',
    'settled return': 'returned',
  };
  test.each(DEBIT_STATES.flatMap((state) => DEBIT_EVENTS.map((event) => [state, event] as const)))(
    'PAY-71 %s, %s',
    (state, event) => {
      expect(debitAfter(state, event) ?? undefined).toBe(ALLOWED[`${state} ${event}`]);
    },
  );
});

describe('PAY-71 an R-transaction', () => {
  const delays = { refundWeeks: 8, unauthorisedMonths: 13 };

  test('suspends, calls, tries again, or does nothing, by its code', () => {
    const of = (effect: string) => R_CODES.filter((code) => effectOf(code) === effect);
    expect(of('suspend')).toEqual(['AC04', 'AC06', 'MD01', 'MD07']);
    expect(of('suspend-and-call')).toEqual(['MD06']);
    expect(of('retry')).toEqual(['AM04']);
    expect([effectOf('XX99'), effectOf(null)]).toEqual(['none', 'none']);
  });

  test('of a debtor who has died is never told', () => {
    expect(wordsOfCode('MD07')).toBe(wordsOfCode(null));
  });

  test.each([
    ['AM04', false, 'reject', null],
    ['MD06', false, 'reject', null],
    ['AM04', true, 'return', '2027-02-12'],
    ['MD06', true, 'refund', '2027-04-02'],
    ['MD01', true, 'unauthorised', '2028-03-05'],
    ['REVERSAL', true, 'reversal', null],
  ] as const)('%s, settled: %s, is a %s until %s', (code, wasSettled, kind, last) => {
    expect(kindOf(code, wasSettled)).toBe(kind);
    expect(lastDayOf(kind, '2027-02-05', delays)).toBe(last);
  });

  test('is late from the day after its last one', () => {
    expect(isLate('return', '2027-02-05', '2027-02-12', delays)).toBe(false);
    expect(isLate('return', '2027-02-05', '2027-02-13', delays)).toBe(true);
    expect(isLate('reversal', '2027-02-05', '2030-01-01', delays)).toBe(false);
  });
});

describe('PAY-70 the file', () => {
  const FILE: DirectDebitFile = {
    messageId: 'SDD-20270204-7K3M9QAX',
    createdAt: new Date('2027-02-04T09:00:00.500Z'),
    collectionDate: '2027-02-05',
    creditor: {
      name: 'Prêt & Co',
      iban: 'FR7630006000011234567890189',
      bic: 'AGRIFRPP',
      identifier: 'FR72ZZZ123456',
      address: { street: '12 bis rue des Lilas', postalCode: '75011', city: 'Paris', countryCode: 'FR' },
    },
    collections: [
      {
        endToEndId: '0192a3b4c5d67e8f9012345678901234',
        amountMinor: 323_65,
        mandate: { reference: 'MDT-20270104-7K3M9QAX', signedOn: '2027-01-04', isAmended: false },
        debtor: { name: 'Zoé Łukasz', iban: 'DE89370400440532013000' },
        remittance: 'Échéance 1',
      },
    ],
  };
  const one = FILE.collections[0] as DirectDebitFile['collections'][number];

  test('is a pain.008.001.08 of the core scheme, in the order of its elements', () => {
    expect(directDebitXml(FILE)).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"><CstmrDrctDbtInitn>',
        '<GrpHdr><MsgId>SDD-20270204-7K3M9QAX</MsgId><CreDtTm>2027-02-04T09:00:00Z</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>323.65</CtrlSum>',
        '<InitgPty><Nm>Pret + Co</Nm></InitgPty></GrpHdr>',
        '<PmtInf><PmtInfId>SDD-20270204-7K3M9QAX</PmtInfId><PmtMtd>DD</PmtMtd><BtchBookg>true</BtchBookg><NbOfTxs>1</NbOfTxs><CtrlSum>323.65</CtrlSum>',
        '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>RCUR</SeqTp></PmtTpInf>',
        '<ReqdColltnDt>2027-02-05</ReqdColltnDt><Cdtr><Nm>Pret + Co</Nm><PstlAdr><StrtNm>rue des Lilas</StrtNm><BldgNb>12 bis</BldgNb>',
        '<PstCd>75011</PstCd><TwnNm>Paris</TwnNm><Ctry>FR</Ctry></PstlAdr></Cdtr>',
        '<CdtrAcct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></CdtrAcct><CdtrAgt><FinInstnId><BICFI>AGRIFRPP</BICFI></FinInstnId></CdtrAgt>',
        '<ChrgBr>SLEV</ChrgBr><CdtrSchmeId><Id><PrvtId><Othr><Id>FR72ZZZ123456</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr></PrvtId></Id></CdtrSchmeId>',
        '<DrctDbtTxInf><PmtId><EndToEndId>0192a3b4c5d67e8f9012345678901234</EndToEndId></PmtId><InstdAmt Ccy="EUR">323.65</InstdAmt>',
        '<DrctDbtTx><MndtRltdInf><MndtId>MDT-20270104-7K3M9QAX</MndtId><DtOfSgntr>2027-01-04</DtOfSgntr></MndtRltdInf></DrctDbtTx>',
        '<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt><Dbtr><Nm>Zoe Lukasz</Nm></Dbtr>',
        '<DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct><RmtInf><Ustrd>Echeance 1</Ustrd></RmtInf></DrctDbtTxInf>',
        '</PmtInf></CstmrDrctDbtInitn></Document>\n',
      ].join(''),
    );
  });

  test.skipIf(!debitSchemaFaults)('is valid against the schema of ISO 20022', () => {
    const amended = {
      ...one,
      endToEndId: 'b',
      amountMinor: 999_999_999_99,
      mandate: { ...one.mandate, isAmended: true },
      debtor: { name: `Владимир & "Œ" ${'Nom '.repeat(40)}`, iban: 'MT84MALT011000012345MTLCAST001S' },
      remittance: `<Échéance> ${'1 '.repeat(200)}`,
    };
    const nobodys = { ...FILE.creditor, bic: null, address: { ...FILE.creditor.address, city: '' } };
    for (const file of [FILE, { ...FILE, collections: [one, amended], creditor: nobodys }])
      expect(debitSchemaFaults?.(directDebitXml(file))).toEqual([]);
    // The schema is at work: a file whose elements stand in another order is refused.
    const moved = directDebitXml(FILE).replace(
      /(<PmtMtd>DD<\/PmtMtd>)(<BtchBookg>true<\/BtchBookg>)/,
      '$2$1',
    );
    expect(debitSchemaFaults?.(moved)).not.toEqual([]);
  });

  test('says that the mandate is the same after a change of account', () => {
    const amended = { ...one, mandate: { ...one.mandate, isAmended: true } };
    expect(directDebitXml({ ...FILE, collections: [amended] })).toContain(
      '<AmdmntInd>true</AmdmntInd><AmdmntInfDtls><OrgnlDbtrAcct><Id><Othr><Id>SMNDA</Id></Othr></Id></OrgnlDbtrAcct></AmdmntInfDtls>',
    );
  });

  test.each([
    ['nothing', { collections: [] }],
    ['an id twice', { collections: [one, one] }],
    ['an amount of nothing', { collections: [{ ...one, amountMinor: 0 }] }],
    [
      'an account outside SEPA',
      { collections: [{ ...one, debtor: { ...one.debtor, iban: 'BR1800360305000010009795493C1' } }] },
    ],
    ['a wrong identifier', { creditor: { ...FILE.creditor, identifier: 'FR73ZZZ123456' } }],
    ['a mandate without a day', { collections: [{ ...one, mandate: { ...one.mandate, signedOn: '' } }] }],
  ])('is refused with %s', (_, change) => {
    expect(() => directDebitXml({ ...FILE, ...change })).toThrow(RangeError);
  });
});
