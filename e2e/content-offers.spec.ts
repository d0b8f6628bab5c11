import { representativeExample, termsOf } from '../domain/loans/products.ts';
import { STANDARD_PRICE_LIST } from '../domain/loans/standard-price-list.ts';
import { formatMoney, formatPercent, formatRate } from '../domain/money/format.ts';
import { expect, test, wholeUnless } from './bank.ts';

/** The loan offers: products, rates, representative examples, and the type sizes that the law asks for. */

const plain = (text: string) => text.replace(/\s+/g, ' ');
const euros = (amountMinor: number) => plain(formatMoney({ amountMinor, currency: 'EUR' }, 'fr-FR'));

for (const product of STANDARD_PRICE_LIST.products) {
  test(
    `${product.id}: announces the rate that is offered, beside its representative example`,
    wholeUnless(product === STANDARD_PRICE_LIST.products[0]),
    async ({ page }) => {
      await page.goto('/prets');
      const offer = plain((await page.locator(`article#${product.id}`).innerText()) ?? '');
      const terms = termsOf(STANDARD_PRICE_LIST, product);
      expect(offer).toContain(
        plain(
          `Taux débiteur fixe à partir de ${formatRate(terms.minRateBps, 'fr-FR')}, TAEG fixe à partir de ${formatPercent(terms.minTaegPercent, 'fr-FR')}`,
        ),
      );
      const example = representativeExample(product);
      for (const figure of [
        euros(example.amountMinor),
        `${example.durationMonths} mois`,
        plain(formatRate(example.annualRateBps, 'fr-FR')),
        `TAEG fixe : ${plain(formatPercent(example.taegPercent, 'fr-FR'))}`,
        euros(example.instalmentMinor),
        `Montant total dû : ${euros(example.totalDueMinor)}`,
        'Frais de dossier : 0 €',
      ])
        expect(offer).toContain(figure);
    },
  );
}

test('shows four offers and the standard conditions', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/prets');
  await expect(page).toHaveTitle(/^Nos prêts/);
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /Prêt personnel, prêt auto/,
  );
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText([
    'Prêt personnel',
    'Prêt auto',
    'Regroupement de crédits',
    'Projet personnel',
  ]);
  const personal = page.locator('article#personal');
  for (const feature of [/De 1\s000\s€ à 25\s000\s€/, /Remboursement anticipé possible/])
    await expect(personal.getByText(feature)).toBeVisible();
  const auto = page.locator('article#auto').getByRole('list');
  for (const feature of [/Financement jusqu'à 100\s%/, 'Assurance facultative', /Livraison.*concessionnaire/])
    await expect(auto.getByText(feature)).toBeVisible();
  for (const condition of [
    /à partir de 3,90\s%/,
    /de 12\smois à 72\smois/,
    /Frais de dossier\s:\s0\s€/,
    /24\sheures ouvrées/,
  ])
    await expect(page.locator('.offers-conditions li').filter({ hasText: condition })).toBeVisible();
});

test('leads to the simulator and to account creation', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/prets');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Créer un compte' })).toHaveAttribute('href', '/client-signup');
  await main.getByRole('link', { name: 'Simuler un regroupement de crédits' }).click();
  await expect(page).toHaveURL(/\/simulateur\?montant=20000&duree=84/);
  await expect(page.locator('[name=amount]')).toHaveValue('20000');
});

test('no figure of a credit is larger than TAEG, instalments, total due and warning (C. conso. L312-8)', async ({
  page,
}) => {
  await page.goto('/prets');
  const sizes = await page.evaluate(() => {
    const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const all = (selector: string) => [...document.querySelectorAll(selector)].map(size);
    return {
      law: [...all('.example-key'), ...all('.legal-sentence[data-loud] > [lang=fr]')],
      other: all('main li, main .example > p:not(.example-key), main .offer-lead, main .page-lead'),
    };
  });
  expect(sizes.law.length).toBeGreaterThanOrEqual(6);
  expect(Math.min(...sizes.law)).toBeGreaterThan(Math.max(...sizes.other));
});
