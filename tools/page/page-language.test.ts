import { expect, test } from 'vitest';
import { frenchWordsOf } from './page-language.ts';

const page = (language: string, body: string) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><style>.taux{}</style></head><body>${body}</body></html>`;

test.each([
  ['a word of French', page('de-DE', '<p>Das <b>taux</b> ist fest.</p>'), ['taux: taux']],
  [
    'one after an element that has ended',
    page('en', '<p lang="fr">Votre prêt</p><p>Votre loan</p>'),
    ['votre: Votre loan'],
  ],
  [
    'one in another language inside French',
    page('fr', '<p>Votre prêt <span lang="en">and votre</span></p>'),
    ['votre: and votre'],
  ],
  ['one that Luxembourgish did not take', page('lb-LU', '<p>Votre Prêt</p>'), ['votre: Votre Prêt']],
  ['one in a template', page('it', '<template><p>Le montant</p></template>'), ['montant: Le montant']],
])('%s is found', (_, html, found) => {
  expect(frenchWordsOf(html)).toEqual(found);
});

test.each([
  ['French pages', page('fr', '<p>Votre prêt<br>et son taux</p>')],
  [
    'what is marked as French',
    page('pt', '<section lang="fr"><p>Votre prêt</p><img alt="x"><p>taux</p></section>'),
  ],
  ['what Luxembourgish took from French', page('lb-LU', '<p>De Prêt, de Remboursement</p>')],
  ['code and drawings', page('hu', '<script>const taux = 1 < 2;</script><svg><text>taux</text></svg>')],
  ['a French term behind its translation', page('de-DE', '<p>Die Obergrenze (taux de l’usure) gilt.</p>')],
  ['the name of the usury rate', page('nl', '<p>Een plafond, de taux de l&#x27;usure.</p>')],
  ['words that other languages have', page('en', '<p>Pour it on the sur les dans est, elle.</p>')],
])('%s are let through', (_, html) => {
  expect(frenchWordsOf(html)).toEqual([]);
});
