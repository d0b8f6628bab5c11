import { describe, expect, test } from 'vitest';
import { STANDARD_PRICE_LIST } from '../loans/standard-price-list.ts';
import { OTHER_PRICE_LIST } from '../loans/vectors/other-price-list.ts';
import {
  CARD_TYPES,
  type CardRequestWords,
  cardRequestText,
  missingCardRequestFields,
} from './card-request.ts';
import { cardRequestInputIn } from './card-request-schema.ts';
import {
  CONTACT_SUBJECTS,
  type ContactWords,
  contactSubject,
  contactText,
  missingContactFields,
} from './contact.ts';
import { contactInput } from './contact-schema.ts';
import { buildMailto, buildMessagingLink, messageText, missingFields } from './message.ts';
import {
  missingPublicLoanRequestFields,
  type PublicLoanRequestWords,
  publicLoanLimits,
  publicLoanRequestText,
} from './public-loan-request.ts';
import { publicLoanRequestInputIn } from './public-loan-request-schema.ts';
import { missingTransferSimulationFields, transferSimulationVerdict } from './transfer-simulation.ts';
import { transferSimulationInputIn } from './transfer-simulation-schema.ts';

const NBSP = '\u00a0';

function faults(result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }): string[] {
  return (result.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

describe('leaving the site', () => {
  const text = 'Prénom : Zoé\nMessage : « 100 % » & #1 + ?\nFin';

  test('a mail: accents as UTF-8, spaces as %20, line breaks as CRLF', () => {
    const url = buildMailto({ to: 'service@guichet.example', subject: 'Guichet - Réclamation', body: text });
    expect(url).toBe(
      'mailto:service@guichet.example?subject=Guichet%20-%20R%C3%A9clamation' +
        '&body=Pr%C3%A9nom%20%3A%20Zo%C3%A9%0D%0AMessage%20%3A%20%C2%AB%20100%20%25%20%C2%BB%20%26%20%231%20%2B%20%3F%0D%0AFin',
    );
    const query = new URL(url).searchParams;
    expect(query.get('subject')).toBe('Guichet - Réclamation');
    expect(query.get('body')).toBe(text.replaceAll('\n', '\r\n'));
  });

  test('a line break in the subject cannot add a header, and CRLF is not doubled', () => {
    const url = buildMailto({ to: 'a@b.example', subject: 'Objet\r\nBcc: x@y.example', body: 'a\r\nb\rc' });
    expect(new URL(url).searchParams.get('subject')).toBe('Objet Bcc: x@y.example');
    expect(new URL(url).searchParams.get('body')).toBe('a\r\nb\r\nc');
  });

  test('a recipient cannot carry parameters or a second recipient', () => {
    expect(buildMailto({ to: 'a?cc=x@b.example', subject: '', body: '' })).toBe(
      'mailto:a%3Fcc%3Dx@b.example?subject=&body=',
    );
    for (const to of ['', 'nobody', 'a@b.example,c@d.example', 'a@b.example c@d.example', 'a@b@c']) {
      expect(() => buildMailto({ to, subject: '', body: '' })).toThrow(RangeError);
    }
  });

  test('a chat link: only the digits of the number, the same text', () => {
    const url = buildMessagingLink({ number: '+33 6 39 98 12 34', text });
    expect(url.startsWith('https://wa.me/33639981234?text=Pr%C3%A9nom%20%3A%20Zo%C3%A9%0D%0A')).toBe(true);
    expect(new URL(url).searchParams.get('text')).toBe(text.replaceAll('\n', '\r\n'));
    expect(buildMessagingLink({ number: '0033639981234', text: '' })).toBe('https://wa.me/33639981234?text=');
    expect(() => buildMessagingLink({ number: 'numéro', text })).toThrow(RangeError);
  });

  test('whatever is typed gives a link: emoji, quotes, half a surrogate', () => {
    const url = buildMessagingLink({ number: '33639981234', text: "🦊 'a' (b) *c* !\ud83e" });
    expect(url).not.toMatch(/['()*\s]/);
    expect(new URL(url).searchParams.get('text')).toBe("🦊 'a' (b) *c* !\ufffd");
  });

  test('the text: title, blank line, one line per field, a word for what was left empty', () => {
    const words = { title: 'Demande', none: 'Non renseigné' };
    expect(
      messageText(words, [
        { label: 'Nom', value: ' Renard ' },
        { label: 'Ville', value: ' ' },
      ]),
    ).toBe(`Demande\n\nNom${NBSP}: Renard\nVille${NBSP}: Non renseigné`);
  });
});

test('missing fields are listed in the order of the form', () => {
  expect(missingFields(['a', 'b', 'c'], { a: ' ', b: 'x' })).toEqual(['a', 'c']);
});

describe('contact', () => {
  const draft = { nom: 'Zoé Renard', email: 'zoe@exemple.fr', objet: 'reclamation', message: 'Bonjour' };
  const words: ContactWords = {
    title: 'Message',
    none: 'Non renseigné',
    fields: { nom: 'Nom', email: 'E-mail', objet: 'Objet', message: 'Message' },
    subjects: {
      'demande-pret': 'Demande de prêt',
      'suivi-dossier': 'Suivi de dossier',
      'question-generale': 'Question générale',
      reclamation: 'Réclamation',
      remboursement: 'Remboursement',
      autre: 'Autre',
    },
  };

  test('all four fields are required', () => {
    expect(missingContactFields({ nom: '', email: '', objet: '', message: '' })).toEqual([
      'nom',
      'email',
      'objet',
      'message',
    ]);
    expect(missingContactFields(draft)).toEqual([]);
    expect(faults(contactInput.safeParse({ ...draft, objet: 'autre chose' }))).toEqual([
      'objet: validation.required',
    ]);
    for (const objet of CONTACT_SUBJECTS)
      expect(contactInput.safeParse({ ...draft, objet }).success).toBe(true);
  });

  test('subject and text of the mail', () => {
    const input = contactInput.parse(draft);
    expect(contactSubject(input, 'Guichet', words)).toBe('Guichet - Réclamation');
    expect(contactText(input, words).split('\n')).toEqual([
      'Message',
      '',
      `Nom${NBSP}: Zoé Renard`,
      `E-mail${NBSP}: zoe@exemple.fr`,
      `Objet${NBSP}: Réclamation`,
      `Message${NBSP}: Bonjour`,
    ]);
  });
});

describe('card request', () => {
  const draft = { firstName: 'Zoé', lastName: 'Renard', email: 'zoe@exemple.fr', cardType: 'visa-premier' };

  test('four fields are required, the others are free', () => {
    expect(missingCardRequestFields({})).toEqual(['firstName', 'lastName', 'email', 'cardType']);
    expect(missingCardRequestFields(draft)).toEqual([]);
    expect(faults(cardRequestInputIn('fr').safeParse(draft))).toEqual([]);
    expect(faults(cardRequestInputIn('fr').safeParse({ ...draft, cardType: '' }))).toEqual([
      'cardType: validation.required',
    ]);
    expect(CARD_TYPES).toHaveLength(5);
  });

  test.each([
    ['', null],
    ['2 000', null],
    ['2000,50', null],
    ['-5abc', 'invalid'],
    ['-5', 'notNegative'],
    ['2000 €/mois', 'invalid'],
  ])('an income of « %s »: %s', (income, fault) => {
    expect(faults(cardRequestInputIn('fr').safeParse({ ...draft, income }))).toEqual(
      fault ? [`income: validation.amount.${fault}`] : [],
    );
  });

  test('the text in the specified order', () => {
    const words: CardRequestWords = {
      title: 'Demande de carte bancaire',
      none: '—',
      fields: {
        firstName: 'Prénom',
        lastName: 'Nom',
        email: 'E-mail',
        phone: 'Téléphone',
        address: 'Adresse',
        cardType: 'Carte',
        income: 'Revenu',
        reason: 'Motif',
      },
      cardTypes: {
        'visa-classic': 'Visa Classic',
        'visa-premier': 'Visa Premier',
        'mastercard-standard': 'Mastercard Standard',
        'mastercard-gold': 'Mastercard Gold',
        'carte-bleue': 'Carte Bleue',
      },
      perMonth: '€ par mois',
    };
    const input = cardRequestInputIn('fr').parse({
      ...draft,
      address: '1 rue des Lilas\n69001 Lyon',
      income: '2 000',
    });
    expect(cardRequestText(input, words).split('\n')).toEqual([
      'Demande de carte bancaire',
      '',
      `Nom${NBSP}: Renard`,
      `Prénom${NBSP}: Zoé`,
      `E-mail${NBSP}: zoe@exemple.fr`,
      `Téléphone${NBSP}: —`,
      `Carte${NBSP}: Visa Premier`,
      `Revenu${NBSP}: 2 000${NBSP}€ par mois`,
      `Adresse${NBSP}: 1 rue des Lilas`,
      '69001 Lyon',
      `Motif${NBSP}: —`,
    ]);
  });
});

describe('public loan request', () => {
  const draft = {
    firstName: 'Zoé',
    lastName: 'Renard',
    email: 'zoe@exemple.fr',
    phone: '01 99 00 12 34',
    amount: '10 000',
    duration: '36',
    monthlyIncome: '2000,50',
    purpose: 'Travaux',
    profession: '',
    city: '',
  };

  test.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ amount: '1000', monthlyIncome: '1000' }, []],
    [{ amount: '100 000' }, []],
    [{ amount: '999,99' }, ['amount: validation.amount.minOf']],
    [{ amount: '100000,01' }, ['amount: validation.amount.maxOf']],
    [{ amount: 'beaucoup' }, ['amount: validation.amount.invalid']],
    [{ amount: '15.000' }, ['amount: validation.amount.invalid']],
    [{ amount: '' }, ['amount: validation.required']],
    [{ monthlyIncome: '999' }, ['monthlyIncome: validation.publicLoan.incomeMin']],
    [{ duration: '84' }, []],
    [{ duration: '18' }, ['duration: validation.duration']],
    [{ duration: '' }, ['duration: validation.required']],
    [{ phone: '' }, ['phone: validation.required']],
  ])('%j', (change, expected) => {
    expect(
      faults(
        publicLoanRequestInputIn('fr-FR', publicLoanLimits(STANDARD_PRICE_LIST)).safeParse({
          ...draft,
          ...change,
        }),
      ),
    ).toEqual(expected);
  });

  test('its limits are those of the price list: the form asks for nothing that the house does not lend', () => {
    expect(publicLoanLimits(STANDARD_PRICE_LIST)).toEqual({
      minMinor: 1_000_00,
      maxMinor: 100_000_00,
      durations: [12, 24, 36, 48, 60, 72, 84],
    });
    const limits = publicLoanLimits(OTHER_PRICE_LIST);
    expect(limits).toEqual({ minMinor: 1_500_00, maxMinor: 40_000_00, durations: [12, 24, 36, 48, 60] });
    const rules = publicLoanRequestInputIn('fr-FR', limits);
    for (const [change, fault] of [
      [{ amount: '1 499,99' }, 'amount: validation.amount.minOf'],
      [{ amount: '40 000,01' }, 'amount: validation.amount.maxOf'],
      [{ duration: '72' }, 'duration: validation.duration'],
    ] as const)
      expect(faults(rules.safeParse({ ...draft, ...change }))).toEqual([fault]);
  });

  test('eight fields are required', () => {
    expect(missingPublicLoanRequestFields({})).toHaveLength(8);
    expect(missingPublicLoanRequestFields(draft)).toEqual([]);
  });

  test('the text carries every field', () => {
    const fields = Object.fromEntries(
      Object.keys(draft).map((name) => [name, name]),
    ) as PublicLoanRequestWords['fields'];
    const text = publicLoanRequestText(
      publicLoanRequestInputIn('fr-FR', publicLoanLimits(STANDARD_PRICE_LIST)).parse(draft),
      {
        title: 'Demande de prêt',
        none: '—',
        fields,
        product: 'Type de prêt',
        products: { personal: 'P', auto: 'A', consolidation: 'Regroupement', project: 'Projet' },
        months: (months) => `${months} mois`,
        euros: (amountMinor) => `${amountMinor / 100} €`,
      },
      'fr-FR',
      'consolidation',
    );
    for (const line of [
      'Type de prêt\u00a0: Regroupement',
      'amount\u00a0: 10000 €',
      'duration\u00a0: 36 mois',
      'monthlyIncome\u00a0: 2000.5 €',
      'purpose\u00a0: Travaux',
      'city\u00a0: —',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text.split('\n')).toHaveLength(13);
  });
});

describe('transfer simulation', () => {
  const draft = { amount: '12,50', recipientName: 'Zoé Renard', recipientIban: 'FR76', description: '' };

  test.each<[Record<string, string>, ReturnType<typeof transferSimulationVerdict>]>([
    [{}, { ok: true, amountMinor: 1250 }],
    [{ amount: '0.01' }, { ok: true, amountMinor: 1 }],
    [{ amount: '0' }, { ok: false, reason: 'amount' }],
    [{ amount: '-5' }, { ok: false, reason: 'amount' }],
    [{ amount: 'dix' }, { ok: false, reason: 'amount' }],
    [{ amount: '' }, { ok: false, reason: 'missing', fields: ['amount'] }],
    [
      { amount: 'dix', recipientIban: ' ' },
      { ok: false, reason: 'missing', fields: ['recipientIban'] },
    ],
  ])('%j', (change, expected) => {
    expect(transferSimulationVerdict({ ...draft, ...change }, 'fr-FR')).toEqual(expected);
  });

  test('the schema says the same', () => {
    expect(transferSimulationInputIn('fr-FR').safeParse(draft).success).toBe(true);
    expect(faults(transferSimulationInputIn('fr-FR').safeParse({ ...draft, amount: '0' }))).toEqual([
      'amount: validation.transfer.amount',
    ]);
    expect(faults(transferSimulationInputIn('fr-FR').safeParse({ ...draft, amount: 'dix' }))).toEqual([
      'amount: validation.amount.invalid',
    ]);
    expect(transferSimulationInputIn('de-DE').safeParse({ ...draft, amount: '10.000' }).success).toBe(true);
    expect(missingTransferSimulationFields({})).toEqual(['amount', 'recipientName', 'recipientIban']);
  });
});
