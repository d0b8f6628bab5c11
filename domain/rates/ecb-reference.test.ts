import { describe, expect, test } from 'vitest';
import { parseEcbReference } from './ecb-reference.ts';

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-11-20'>
			<Cube currency='USD' rate='1.0705'/>
			<Cube currency='JPY' rate='171.94'/>
			<Cube currency='IDR' rate='17500.25'/></Cube>
	</Cube>
</gesmes:Envelope>`;
const CSV = 'Date, USD, JPY, IDR, \n20 November 2026, 1.0705, 171.94, 17500.25, \n';

const READ = {
  asOf: '2026-11-20',
  rates: [
    { currency: 'USD', rate: '1.0705' },
    { currency: 'JPY', rate: '171.94' },
    { currency: 'IDR', rate: '17500.25' },
  ],
};

describe('the reference file of the European Central Bank', () => {
  test.each([
    ['as XML', XML],
    ['as XML with a byte order mark and double quotes', `\ufeff${XML.replaceAll("'", '"')}`],
    ['as XML of another indentation', XML.replace(/\n\s*/g, '')],
    ['as CSV', CSV],
    ['as CSV of Windows', CSV.replaceAll('\n', '\r\n')],
  ])('is read %s', (_, text) => {
    expect(parseEcbReference(text)).toEqual(READ);
  });

  test.each([
    ['nothing', ''],
    ['a sentence', 'Bonjour'],
    ['another vocabulary', XML.replace('ecb.int', 'evil.test')],
    [
      'two days',
      XML.replace("<Cube time='2026-11-20'>", "<Cube time='2026-11-19'></Cube><Cube time='2026-11-20'>"),
    ],
    ['a day that does not exist', XML.replace('2026-11-20', '2026-02-30')],
    ['no rate', XML.replace(/<Cube currency[^>]*>/g, '')],
    ['a rate of zero', XML.replace('1.0705', '0.0000')],
    ['a rate with a comma', XML.replace('1.0705', '1,0705')],
    ['a currency twice', XML.replace('JPY', 'USD')],
    ['the euro', XML.replace('JPY', 'EUR')],
    ['a document type', XML.replace('<gesmes:Envelope', '<!DOCTYPE x [<!ENTITY e "1">]><gesmes:Envelope')],
    ['something after the end', `${XML}<Cube/>`],
    ['an end that is missing', XML.replace('</gesmes:Envelope>', '')],
    ['something between rates', XML.replace("rate='171.94'/>", "rate='171.94'/> et aussi")],
    ['a page of a web site', '<!doctype html><title>404</title>'],
    ['a CSV of several days', `${CSV}19 November 2026, 1.0700, 171.90, 17500.00, \n`],
    ['a CSV with a value missing', 'Date, USD, JPY, \n20 November 2026, 1.0705, \n'],
    ['a CSV without a figure', 'Date, USD, \n20 November 2026, N/A, \n'],
    ['a CSV of another month', 'Date, USD, \n20 Novembre 2026, 1.07, \n'],
    ['a CSV of another kind', 'Nom;Prénom\nA;B\n'],
  ])('is refused when it is %s', (_, text) => {
    expect(parseEcbReference(text)).toBeNull();
  });
});
