import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { pageAddress } from '../app/page/page-address.ts';
import { expect, expectAccessibleEverywhere, isAlive, test, watchConsole } from './bank.ts';
import { hold } from './visiting.ts';

/** The loan simulator: sliders and entries, the three questions, the type sizes of the law, the schedule and its files. */

const slider = (page: Page, name: string) => page.locator(`input[type="range"][name="${name}"]`);
const result = (page: Page) => page.locator('.simulator-monthly');
const details = (page: Page) => page.locator('.simulator-details');
const question = (page: Page, name: string) => page.getByRole('radio', { name }).check();

test('opens on 10 000 € over 36 months at 3,90 %', async ({ page }) => {
  const complaints = watchConsole(page);
  await page.goto('/simulateur');
  await expect(slider(page, 'amount')).toHaveValue('10000');
  await expect(slider(page, 'duration')).toHaveValue('36');
  for (const [name, min, max, step] of [
    ['amount', '1000', '50000', '500'],
    ['duration', '12', '84', '6'],
  ] as const) {
    await expect(slider(page, name)).toHaveAttribute('min', min);
    await expect(slider(page, name)).toHaveAttribute('max', max);
    await expect(slider(page, name)).toHaveAttribute('step', step);
  }
  await expect(result(page)).toContainText('294,80 €');
  await expect(details(page)).toContainText('3,97 %');
  await expect(details(page)).toContainText('10 613 €');
  await expect(details(page)).toContainText('613 €');
  await expect(details(page)).toContainText('3,90 %');
  expect(complaints).toEqual([]);
});

test('the product of a link sets the rate and the limits, as the offers page announces them', {
  tag: '@whole',
}, async ({ page }) => {
  await page.goto('/prets');
  const offer = page.locator('#consolidation');
  await expect(offer.locator('.example')).toContainText('5,01 %');
  await offer.getByRole('link', { name: 'Simuler un regroupement de crédits' }).click();
  await expect(page).toHaveURL(/produit=consolidation/);
  await expect(details(page)).toContainText('4,90 %');
  await expect(details(page)).toContainText('5,01 %');
  await expect(page.getByText("ne peuvent venir que d'une décision prise après l'étude")).toBeVisible();
  await page.getByRole('combobox', { name: 'Type de prêt' }).selectOption('personal');
  await expect(details(page)).toContainText('3,90 %');
  // A personal loan ends at 72 months and 25 000 €: the list has no price beyond.
  await expect(slider(page, 'duration')).toHaveValue('72');
  await expect(slider(page, 'duration')).toHaveAttribute('max', '72');
  await expect(slider(page, 'amount')).toHaveAttribute('max', '25000');
  await expectAccessibleEverywhere(page);
});

test('the simulation goes into the form of the public site', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur?montant=20000&duree=42&produit=consolidation');
  // The prerendered page shows 10 000 € until its code has read the address.
  await expect(result(page)).toContainText('Pour 20 000 € sur 42 mois');
  await page.getByRole('link', { name: 'Soumettre ma demande' }).click();
  await expect(page).toHaveURL(/^[^?]*\/demande-de-pret\?/);
  await expect(page.locator('[name=amount]')).toHaveValue(/^20\s000$/);
  // The form takes whole years: 42 months become 48, with a message.
  await expect(page.locator('[name=duration]')).toHaveValue('48');
  const main = page.getByRole('main');
  await expect(main).toContainText(
    /Repris de votre simulation\s: Regroupement de crédits, 20\s000,00\s€ sur 42\smois\./,
  );
  await expect(main).toContainText(/48\smois est la plus proche/);
  await expectAccessibleEverywhere(page);
});

test('slider, entry and buttons change one value', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur');
  const entry = page.getByRole('textbox', { name: 'Montant en euros' });
  await slider(page, 'amount').fill('20000');
  await expect(entry).toHaveValue(/^20\s000$/);
  await expect(result(page)).toContainText('589,59 €');
  await entry.fill('15 500');
  await expect(slider(page, 'amount')).toHaveValue('15500');
  // Between two steps: the nearest one, when the field is left.
  await entry.fill('15 740');
  await entry.press('Enter');
  await expect(slider(page, 'amount')).toHaveValue('15500');
  await entry.fill('900 000');
  await entry.blur();
  await expect(slider(page, 'amount')).toHaveValue('50000');
  await page.getByRole('button', { name: 'Réduire le montant de 500 €' }).click();
  await expect(slider(page, 'amount')).toHaveValue('49500');
  await slider(page, 'duration').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('textbox', { name: 'Durée en mois' })).toHaveValue('42');
});

test.describe('a typed amount is read as the language writes it', { tag: '@whole' }, () => {
  for (const [language, typed, amount] of [
    ['de', '10.000', '10000'],
    ['de', '15.000', '15000'],
    ['en', '15,000', '15000'],
    ['fr', '15 000', '15000'],
  ] as const) {
    test(`${typed} in ${language}`, async ({ page }) => {
      await page.goto(`${pageAddress('/simulateur', language)}?montant=20000`);
      await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
      await isAlive(page);
      const entry = page.locator('[data-typed-as="amount-entry"]');
      await entry.fill(typed);
      await entry.blur();
      await expect(slider(page, 'amount')).toHaveValue(amount);
      await expect(page.locator('.range .field-error')).toHaveCount(0);
    });
  }

  test('« 15.000 » is ambiguous in French: it is refused, and the value stays', async ({ page }) => {
    await page.goto('/simulateur?montant=20000');
    await isAlive(page);
    const entry = page.getByRole('textbox', { name: 'Montant en euros' });
    await entry.fill('15.000');
    await entry.blur();
    await expect(page.locator('.range .field-error')).toContainText(/par exemple 15\s500/);
    await expect(entry).toHaveValue('15.000');
    await expect(entry).toHaveAttribute('aria-invalid', 'true');
    await expect(slider(page, 'amount')).toHaveValue('20000');
    await expectAccessibleEverywhere(page);
    await entry.fill('15 000');
    await entry.blur();
    await expect(page.locator('.range .field-error')).toHaveCount(0);
    await expect(slider(page, 'amount')).toHaveValue('15000');
  });

  test('a value outside the slider is corrected with a message', async ({ page }) => {
    await page.goto('/simulateur');
    await isAlive(page);
    const entry = page.getByRole('textbox', { name: 'Montant en euros' });
    await entry.fill('900 000');
    await entry.blur();
    await expect(page.locator('.range').first()).toContainText(/50\s000\s€ est retenu/);
    await page.getByRole('button', { name: 'Réduire le montant de 500 €' }).click();
    await expect(page.locator('.range').first()).not.toContainText('est retenu');
  });
});

test('the result changes in the same frame', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur');
  await expect(result(page)).toContainText('294,80 €');
  // The sliders answer once the code of the page runs.
  await slider(page, 'amount').fill('12000');
  await expect(result(page)).toContainText('353,75 €');
  const sameFrame = await page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type="range"][name="amount"]');
    const shown = () => document.querySelector('.simulator-monthly')?.textContent ?? '';
    if (!input) return 'no slider';
    await new Promise(requestAnimationFrame);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '50000');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    // Microtasks, and no frame.
    await Promise.resolve();
    await Promise.resolve();
    return shown();
  });
  expect(sameFrame).toMatch(/1\s473,98/);
});

test('« je cherche le montant »: a payment and a duration give the amount', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/simulateur');
  await question(page, 'le montant');
  await slider(page, 'payment').fill('300');
  await expect(result(page)).toContainText('Vous pouvez emprunter 10 176,55 € sur 36 mois');
  await expect(result(page)).toContainText('300,00 €');
  // A longer loan lowers the highest payment; a shorter one restores the chosen payment.
  await slider(page, 'payment').fill('1000');
  await slider(page, 'duration').fill('84');
  await expect(slider(page, 'payment')).toHaveValue('681');
  // The address has been written: the choice is still there, and not what the address says of it.
  await expect(page).toHaveURL(/duree=84&mensualite=681/);
  await slider(page, 'duration').fill('36');
  await expect(slider(page, 'payment')).toHaveValue('1000');
});

test('« je cherche la durée »: an amount and a payment give the duration', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/simulateur');
  await question(page, 'la durée');
  await slider(page, 'payment').fill('250');
  await expect(result(page)).toContainText('Vous remboursez 10 000 € en 43 mois');
  await expect(page.locator('input[name="duration"]')).toHaveCount(0);
});

test('the address holds the simulation, opens it again, and can be copied', { tag: '@whole' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/simulateur');
  await expect(result(page)).toContainText('294,80 €');
  await slider(page, 'amount').fill('15500');
  await slider(page, 'duration').fill('48');
  await expect(page).toHaveURL('/simulateur?montant=15500&duree=48');
  await page.reload();
  await expect(result(page)).toContainText('Pour 15 500 € sur 48 mois');
  await page.getByRole('button', { name: 'Copier le lien' }).click();
  await expect(page.getByRole('button', { name: 'Copié !' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.goto('/simulateur?question=montant&mensualite=250&duree=999&comparer=8000x24');
  await expect(slider(page, 'duration')).toHaveValue('84');
  await expect(page.locator('.scenario')).toHaveCount(2);
});

test('up to three simulations side by side', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur');
  // A press before the code arrives is repeated once, with what the sliders say then.
  await isAlive(page);
  const keep = page.getByRole('button', { name: 'Garder pour comparer' });
  await keep.click();
  await slider(page, 'duration').fill('60');
  await keep.click();
  await slider(page, 'amount').fill('8000');
  const scenarios = page.locator('.scenario');
  await expect(scenarios).toHaveCount(3);
  await expect(scenarios.nth(0)).toContainText('8 000 € sur 60 mois');
  await expect(scenarios.nth(1)).toContainText('10 000 € sur 36 mois');
  await expect(scenarios.nth(1)).toContainText(/de plus par mois/);
  await expect(page.getByText('Trois simulations sont déjà côte à côte')).toBeVisible();
  await expect(page).toHaveURL(/comparer=10000x36,10000x60$/);
  await scenarios.nth(1).getByRole('button', { name: 'Afficher' }).click();
  await expect(slider(page, 'amount')).toHaveValue('10000');
  await expect(scenarios.nth(1)).toContainText('8 000 € sur 60 mois');
  await scenarios.nth(2).getByRole('button', { name: 'Retirer' }).click();
  await expect(scenarios).toHaveCount(2);
});

test('the schedule is exact, by year and by month, and its CSV has the same figures', async ({ page }) => {
  await page.goto('/simulateur');
  const table = page.getByRole('table', { name: "Tableau d'amortissement, en euros" });
  await expect(table.getByRole('row', { name: /^Total/ })).toHaveText(
    /Total\s*10\s612,59\s*612,59\s*10\s000,00\s*0,00/,
  );
  const month = table.getByRole('row', { name: 'Mois 36', exact: false });
  await expect(month).toBeHidden();
  await table.getByRole('button', { name: 'Année 3' }).click();
  await expect(month).toHaveText(/Mois 36\s*294,59\s*0,95\s*293,64\s*0,00/);
  await page.getByRole('button', { name: 'Montrer tous les mois' }).click();
  await expect(table.getByRole('row', { name: 'Mois 1', exact: false }).first()).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger (CSV)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('echeancier-10000-36.csv');
  const csv = await readFile(await download.path(), 'utf8');
  const lines = csv.split('\r\n');
  expect(lines[0]).toBe('\ufeffÉchéance;Mensualité;Intérêts;Capital;Capital restant dû');
  expect(lines[1]).toBe('1;294,80;32,50;262,30;9737,70');
  expect(lines[36]).toBe('36;294,59;0,95;293,64;0,00');
  expect(lines).toHaveLength(38);
});

test('the PDF of the simulation shown comes from the server', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur?montant=15500&duree=48');
  await expect(result(page)).toContainText('349,28 €');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Télécharger (PDF)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('simulation-pret.pdf');
  expect(new URL(download.url()).search).toBe('?amountMinor=1550000&durationMonths=48');
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the chart has a summary in words and a table', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur');
  const chart = page.getByRole('figure', { name: 'Capital et intérêts de chaque mensualité' });
  await expect(chart).toContainText(
    'Sur 10 612,59 € remboursés, 10 000,00 € sont le capital et 612,59 € les intérêts, soit 5,8 % du total.',
  );
  const cursor = chart.getByRole('slider', { name: 'Mois lu sur le graphique' });
  await cursor.focus();
  // The code of the page moves the month: a key pressed before it does nothing.
  await isAlive(page);
  await page.keyboard.press('End');
  await expect(chart).toContainText(/Mois 36\s*Capital\s293,64\s€\s*Intérêts\s0,95\s€/);
  await chart.getByRole('button', { name: 'Voir en tableau' }).click();
  await expect(chart.getByRole('row')).toHaveCount(37);
});

test('the printed page has every month and no controls', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur');
  await expect(result(page)).toContainText('294,80 €');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('row', { name: 'Mois 36', exact: false })).toBeVisible();
  await expect(page.getByText(/^Simulation du .* par Guichet Démo/)).toBeVisible();
  await expect(page.locator('.simulator-controls')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeHidden();
});

test('its buttons lead to contact and to the account', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur');
  await expect(page.getByRole('link', { name: 'Soumettre ma demande' })).toHaveAttribute(
    'href',
    '/demande-de-pret?montant=10000&duree=36&produit=project',
  );
  await expect(page.getByRole('link', { name: 'Créer un compte client' })).toHaveAttribute('href', '/auth');
  await expect(details(page)).toContainText('à titre indicatif');
  await expect(details(page)).toContainText('Le taux réel est fixé selon votre profil');
});

test('the general conditions come from the product table', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur');
  const table = page.getByRole('table', { name: 'Limites et taux de chaque prêt' });
  await expect(table.getByRole('row')).toHaveCount(5);
  await expect(table.getByRole('row', { name: /Prêt personnel/ })).toContainText('1 000 € à 25 000 €');
  await expect(page.getByText(/Aucun versement, de quelque nature que ce soit/)).toBeVisible();
});

test('C. conso. L312-8: TAEG, total due, instalment and warning stand above every other figure', async ({
  page,
}) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/simulateur?montant=15500&duree=48&comparer=10000x36');
    await expect(result(page)).toContainText('349,28 €');
    const size = (element: Locator) =>
      element.evaluate((node) => Number.parseFloat(getComputedStyle(node).fontSize));
    const loud = await Promise.all(
      [
        result(page).locator('.money'),
        details(page).locator('.simulator-keys dd').nth(0),
        details(page).locator('.simulator-keys dd').nth(1),
        details(page).locator('.legal-sentence > [lang="fr"]'),
        page.locator('.example-key'),
      ].map(size),
    );
    const quiet = await Promise.all(
      [
        result(page).locator('.simulator-answer'),
        page.getByRole('textbox', { name: 'Montant en euros' }),
        page.getByRole('textbox', { name: 'Durée en mois' }),
        details(page).locator('.definition dd').nth(0),
        details(page).locator('.definition dd').nth(1),
        page.locator('.example > p').first(),
        page.locator('.scenario-title').first(),
      ].map(size),
    );
    expect(Math.min(...loud), `at ${width} px`).toBeGreaterThan(Math.max(...quiet));
    const scenario = page.locator('.scenario').first();
    const keys = await Promise.all(
      [0, 1, 2].map((index) => size(scenario.locator('[data-key] dd').nth(index))),
    );
    expect(Math.min(...keys)).toBeGreaterThan(await size(scenario.locator('dl > div').last().locator('dd')));
  }
});

test('a slider moved before the code arrives keeps its value', { tag: '@whole' }, async ({ page }) => {
  const release = await hold(page);
  await page.goto('/simulateur');
  await slider(page, 'amount').fill('25000');
  await page.getByRole('textbox', { name: 'Durée en mois' }).fill('60');
  release();
  await expect(result(page)).toContainText('Pour 25 000 € sur 60 mois');
});

test('without JavaScript the page shows the example with its whole schedule, and says what to do', {
  tag: '@whole',
}, async ({ browser, bank }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: bank.url });
  const page = await context.newPage();
  await page.goto('/simulateur');
  await expect(result(page)).toContainText('294,80 €');
  await expect(page.getByText(/Sans JavaScript, cette page montre l'exemple/)).toBeVisible();
  await expect(page.getByRole('row', { name: 'Mois 36', exact: false })).toBeVisible();
  await context.close();
});

test('screen readers hear the new result once the sliders rest', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur');
  const spoken = page.locator('.simulator [role="status"]').filter({ hasText: 'Mensualité' });
  await expect(spoken).toHaveCount(0);
  await slider(page, 'amount').fill('20000');
  await expect(spoken).toHaveText(
    'Mensualité 589,59 € pour 20 000 € sur 36 mois. TAEG fixe 3,97 %, coût total 21 225 €.',
  );
});

test('accessible and within the screen, in both themes and sizes', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur?montant=15500&duree=84&comparer=10000x36,250mx60');
  await expect(page.locator('.scenario')).toHaveCount(3);
  await page.getByRole('button', { name: 'Année 1', exact: true }).click();
  await expectAccessibleEverywhere(page);
});
