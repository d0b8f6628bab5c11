import { describe, expect, test } from 'vitest';
import demo from './institution/demo.ts';
import type { Institution } from './institution/schema.ts';
import { type Block, plainText } from './parse-text.ts';
import { type TextLanguage, textLanguages } from './text-words/languages.ts';
import { type Texts, textsOf } from './texts.ts';
import { isTrueOf, lineTrueOf, saidOfSomeHouses, trueOf } from './true-of-house.ts';

const DAY = '2026-11-29';
const house = (status: Institution['status']): Institution => ({
  ...demo,
  mode: 'live',
  status,
  partnerLenders: [{ code: 'banque-rive', name: 'Banque Rive', status: 'credit-institution', cib: '99997' }],
});
const INTERMEDIARIES = ['iobsp-broker', 'payment-institution'] as const;
const KINDS = ['credit-institution', 'finance-company', ...INTERMEDIARIES] as const;
const texts = Object.fromEntries(KINDS.map((status) => [status, textsOf(house(status), DAY)])) as Record<
  Institution['status'],
  Record<string, unknown>
>;

const anchorsOf = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
const questionsOf = (of: Record<string, unknown>, language: TextLanguage) =>
  (of[`faq.${language}`] as Texts['faq']).flatMap(({ questions }) => questions.map(({ id }) => id));
/** The anchors of every text that has one of the table, in a language. */
const anchorsIn = (of: Record<string, unknown>, language: TextLanguage) => [
  ...questionsOf(of, language),
  ...[1, 2, 3, 4].flatMap((id) => anchorsOf(of[`article-${id}.${language}`] as Block[])),
  ...anchorsOf((of['notices.fr'] as Texts['notices']).body),
];
/** What the French public pages say in texts. */
const said = (of: Record<string, unknown>) =>
  [
    ...(of['faq.fr'] as Texts['faq']).flatMap(({ questions }) => questions.flatMap(({ answer }) => answer)),
    ...[1, 2, 3, 4].flatMap((id) => of[`article-${id}.fr`] as Block[]),
    ...(of['notices.fr'] as Texts['notices']).body,
    ...(of['privacy.fr'] as Texts['privacy']).body,
  ].map((block) => plainText([block]));

describe('LC-6: what the texts say of the house', () => {
  const demonstration = textsOf(demo, DAY);

  test.each(textLanguages)('LC-6 every anchor of the table stands in the texts in %s', (language) => {
    const anchors = anchorsIn(demonstration, language);
    expect(saidOfSomeHouses.filter((id) => !anchors.includes(id))).toEqual(['intermediation']);
  });

  test.each(KINDS)('LC-6 a %s says what is true of it, and the same in every language', (status) => {
    for (const language of textLanguages) {
      const anchors = anchorsIn(texts[status], language);
      const wrong = saidOfSomeHouses.filter((id) => anchors.includes(id) !== isTrueOf(id, house(status)));
      expect([language, wrong]).toEqual([language, []]);
      expect(questionsOf(texts[status], language)).toEqual(questionsOf(texts[status], 'fr'));
      expect(questionsOf(texts[status], language).length).toBeGreaterThan(8);
    }
  });

  test.each(INTERMEDIARIES)(
    'LC-6 CMF L511-5: a %s claims no loan, price, policy or decision of its own',
    (status) => {
      const claims = [
        /ci-après «.le prêteur.»/,
        /notre tarif|politique interne|règle interne/,
        /la loi nous oblige .*consulter/,
        /[Nn]os frais de|[Cc]hez .{1,40}, (?:les frais|le seuil)/,
        /Notre objectif est de vous répondre/,
        /Une personne examine chaque demande de prêt/,
      ];
      const faults = said(texts[status]).filter((text) => claims.some((claim) => claim.test(text)));
      expect(faults).toEqual([]);
      // The same sentences stand where they are true: the expressions find something.
      for (const claim of claims)
        expect([claim, said(texts['credit-institution']).some((text) => claim.test(text))]).toEqual([
          claim,
          true,
        ]);
    },
  );

  test.each(INTERMEDIARIES)(
    'LC-6 GDPR art. 13: a %s says who lends, and who gets the data of a request',
    (status) => {
      const { title, lead, body } = texts[status]['notices.fr'] as Texts['notices'];
      expect(`${title} ${lead}`).not.toContain('prêts');
      expect(plainText(body)).toContain('Banque Rive (CIB\u00a099997)');
      expect(plainText(body)).toContain("La rémunération de l'intermédiaire et ses liens avec ces prêteurs");
      const privacy = plainText((texts[status]['privacy.fr'] as Texts['privacy']).body);
      expect(privacy).toContain('Les prêteurs auxquels vous acceptez que votre demande soit transmise');
      expect(privacy).toContain('Nous ne consultons pas le fichier des incidents de remboursement');
    },
  );

  test('LC-6 a house without accounts says nothing of transfers from them', () => {
    const answers = (status: Institution['status']) =>
      questionsOf(texts[status], 'fr').includes('delais-virement');
    expect(KINDS.map(answers)).toEqual([true, false, false, true]);
  });
});

test.each(KINDS)(
  'LC-6 the privacy policy and « /verifier » of a %s speak of money that goes through it alone',
  (status) => {
    const privacy = plainText((texts[status]['privacy.fr'] as Texts['privacy']).body);
    expect(privacy.includes('Les banques qui exécutent vos virements')).toBe(status !== 'iobsp-broker');
    expect(privacy).not.toMatch(/\{\w+\}/);
    for (const language of textLanguages) {
      const bodyOf = (of: Institution['status']) => (texts[of][`verify.${language}`] as Texts['verify']).body;
      const itemsOf = (of: Institution['status']) =>
        (texts[of][`privacy-summary.${language}`] as Texts['privacy-summary']).sections[0]?.items ?? [];
      const holds = status === 'credit-institution' || status === 'payment-institution';
      expect([language, bodyOf('credit-institution').length - bodyOf(status).length]).toEqual([
        language,
        holds ? 0 : 1,
      ]);
      expect([language, itemsOf(status).length]).toEqual([language, status === 'iobsp-broker' ? 3 : 4]);
      expect(JSON.stringify([bodyOf(status), itemsOf(status)])).not.toMatch(/\{(?:accounts|moves)\}/);
    }
  },
);

test.each(KINDS)('LC-6 GDPR art. 13: what a %s says that it does with data, in every language', (status) => {
  const of = house(status);
  const [holds, lends] = ['accounts', 'lends'].map((what) => lineTrueOf(`{${what}} words`, of) !== null);
  const bank = texts['credit-institution'];
  for (const language of textLanguages) {
    const answerIn = (one: Record<string, unknown>) =>
      (one[`faq.${language}`] as Texts['faq'])
        .flatMap(({ questions }) => questions)
        .find(({ id }) => id === 'securite-usage')?.answer ?? [];
    const paragraphsIn = (one: Record<string, unknown>) =>
      (one[`privacy-summary.${language}`] as Texts['privacy-summary']).sections
        .slice(0, 2)
        .map(({ paragraphs }) => paragraphs);
    const said = [answerIn(texts[status]), ...paragraphsIn(texts[status])] as unknown[][];
    const [answer = [], collection = [], usage = []] = said;
    expect([language, answer.length, collection.length, usage.length]).toEqual([language, 1, 1, 2]);
    const atBank = paragraphsIn(bank);
    // Only who keeps an account says so, and only who lends keeps files of its own loans.
    expect([language, plainText(answerIn(texts[status])) === plainText(answerIn(bank))]).toEqual([
      language,
      holds,
    ]);
    expect([language, collection[0] === atBank[0]?.[0]]).toEqual([language, holds]);
    expect([language, usage[0] === atBank[1]?.[0]]).toEqual([language, holds]);
    expect([language, usage[1] === atBank[1]?.[1]]).toEqual([language, lends]);
    expect(JSON.stringify(said)).not.toMatch(/\{\w+\}/);
  }
});

test('what a heading leads goes with it, until the next of its level', () => {
  const heading = (level: 2 | 3, id: string): Block => ({ kind: 'heading', level, id, text: id });
  const words = (text: string): Block => ({ kind: 'paragraph', content: [{ kind: 'text', text }] });
  const blocks = [
    words('before'),
    heading(2, 'conditions'),
    words('terms'),
    heading(3, 'article-1'),
    words('one'),
    heading(2, 'after'),
    words('kept'),
    heading(3, 'a-partir-de'),
    words('from'),
    heading(3, 'other'),
    words('kept too'),
  ];
  expect(plainText(trueOf(blocks, house('iobsp-broker')))).toBe('before\nafter\nkept\nother\nkept too');
  expect(trueOf(blocks, house('finance-company'))).toEqual(blocks);
});
