import { describe, expect, test } from 'vitest';
import {
  excerpt,
  parseBlocks,
  parseFrontMatter,
  parseInline,
  plainText,
  requiredMeta,
  slug,
} from './parse-text.ts';

describe('front matter', () => {
  test('splits keys and body, keeping colons inside values', () => {
    expect(parseFrontMatter('---\ntitre: Un\u00a0: deux\nid: 3\n---\n\nCorps.\n')).toEqual({
      meta: { titre: 'Un\u00a0: deux', id: '3' },
      body: 'Corps.',
    });
  });

  test.each([
    ['no front matter', 'Corps.'],
    ['a line without a key', '---\ntitre\n---\nCorps.'],
    ['a key given twice', '---\nid: 1\nid: 2\n---\nCorps.'],
  ])('refuses %s', (_case, source) => {
    expect(() => parseFrontMatter(source)).toThrow();
  });

  test('a key that must be shown cannot be missing or empty', () => {
    expect(() => requiredMeta({ titre: '' }, 'titre')).toThrow('titre');
    expect(() => requiredMeta({}, 'toString')).toThrow();
  });
});

describe('blocks', () => {
  test('reads headings with their anchors, paragraphs, lists and bold headings', () => {
    const source = [
      '## Le coût à l’œuvre',
      '### Durée {#combien}',
      '**Un titre gras**',
      'Deux lignes\nd’un paragraphe.',
      '- un\n- **deux**\n  suite',
      '1. premier\n2. second',
    ].join('\n\n');
    expect(parseBlocks(source)).toEqual([
      { kind: 'heading', level: 2, id: 'le-cout-a-l-oeuvre', text: 'Le coût à l’œuvre' },
      { kind: 'heading', level: 3, id: 'combien', text: 'Durée' },
      { kind: 'heading', level: 3, id: 'un-titre-gras', text: 'Un titre gras' },
      { kind: 'paragraph', content: [{ kind: 'text', text: 'Deux lignes d’un paragraphe.' }] },
      {
        kind: 'list',
        ordered: false,
        items: [
          [{ kind: 'text', text: 'un' }],
          [
            { kind: 'strong', text: 'deux' },
            { kind: 'text', text: ' suite' },
          ],
        ],
      },
      {
        kind: 'list',
        ordered: true,
        items: [[{ kind: 'text', text: 'premier' }], [{ kind: 'text', text: 'second' }]],
      },
    ]);
  });

  test('keeps non-breaking spaces and never turns markup of the text into markup of the page', () => {
    expect(parseBlocks('<b>Prix\u00a0: 3\u202f000\u00a0€</b>')).toEqual([
      { kind: 'paragraph', content: [{ kind: 'text', text: '<b>Prix\u00a0: 3\u202f000\u00a0€</b>' }] },
    ]);
  });

  test('Windows line ends read the same', () => {
    expect(parseBlocks('## Un\r\n\r\nDeux\r\n- trois')).toEqual(parseBlocks('## Un\n\nDeux\n- trois'));
  });

  test('plain text is what a reader reads', () => {
    expect(plainText(parseBlocks('## Un {#a}\n\nVoir **ici** et [là](/faq).\n\n- deux\n- trois'))).toBe(
      'Un\nVoir ici et là.\ndeux\ntrois',
    );
  });
});

describe('links', () => {
  test.each(['/faq', '#signes', 'https://www.orias.fr', 'mailto:a@guichet.example', 'tel:+33199000000'])(
    'may lead to %s',
    (href) => {
      expect(parseInline(`[là](${href})`)).toEqual([{ kind: 'link', text: 'là', href }]);
    },
  );

  test.each(['javascript:alert`1`', '//evil.example', 'data:text/html,x', 'http://a.example', 'faq'])(
    'may not lead to %s',
    (href) => {
      expect(() => parseInline(`[là](${href})`)).toThrow('may not lead');
    },
  );
});

test('a link inside bold is refused rather than printed with its brackets', () => {
  expect(() => parseInline('**[là](/faq)**')).toThrow('inside bold');
});

describe('excerpt', () => {
  test('leaves a short text alone and cuts a long one at a space, within the length', () => {
    const text = 'Un budget clair, un dossier complet et des questions bien posées.';
    expect(excerpt(text, 100)).toBe(text);
    expect(excerpt(text, 17)).toBe('Un budget clair…');
    expect(excerpt(text, 20)).toBe('Un budget clair, un…');
  });

  test('cuts a word that has no space before it', () => {
    expect(excerpt('anticonstitutionnellement', 4)).toBe('anti…');
  });
});

test('anchors have no accent, apostrophe or edge dash', () => {
  expect(slug("« L'été\u00a0» à Noël\u00a0?")).toBe('l-ete-a-noel');
});
