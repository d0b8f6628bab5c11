import type { Page } from '@playwright/test';
import { expect, expectAccessibleEverywhere, isAlive, test, watchConsole } from './bank.ts';

/** The home page: its links, its claims and its carousel. */

const carousel = (page: Page) => page.getByRole('region', { name: 'Témoignages' });
const dot = (page: Page, number: number) =>
  carousel(page).getByRole('button', { name: new RegExp(`^Témoignage ${number} sur 6`) });

test('leads to the simulator and to account creation', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/');
  const hero = page.getByRole('main').locator('section').first();
  await expect(hero.getByRole('link', { name: 'Simuler un prêt' })).toHaveAttribute('href', '/simulateur');
  await expect(hero.getByRole('link', { name: 'Ouvrir un compte' })).toHaveAttribute(
    'href',
    '/client-personal-info',
  );
  await expect(hero).toContainText(/depuis\s+1999/);
});

test('five services, each with its link', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  for (const [title, href] of [
    ['Sécurité et conformité', '/verifier'],
    ['Réponse sous 24 h', '/contact'],
    ['Dossier 100 % en ligne', '/client-personal-info'],
    ['Transparence', '/prets'],
  ] as const)
    await expect(main.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', href);
  await expect(main.getByRole('heading', { name: 'Demander une carte bancaire' })).toBeVisible();
});

test('every claim and every declared number of the demonstration is marked as fictional', async ({
  page,
}) => {
  await page.goto('/');
  const claims = page.getByRole('region', { name: 'Nos chiffres' });
  for (const figure of ['237', '4,8/5', '98 %', '24 h', '5 000+'])
    await expect(claims.getByText(figure, { exact: true })).toBeVisible();
  await expect(claims.getByText('Exemple fictif', { exact: true })).toHaveCount(5);
  const trust = page.getByRole('region', { name: 'À vérifier par vous-même' });
  await expect(trust.getByText('Exemple fictif', { exact: true })).toHaveCount(4);
  await expect(
    trust.getByRole('link', { name: 'à vérifier sur le registre officiel' }).first(),
  ).toHaveAttribute('href', 'https://www.regafi.fr');
  await expect(carousel(page).getByText('Exemple fictif', { exact: true })).toHaveCount(6);
});

test('the carousel wraps around both ways and its dots lead to their testimonial', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/');
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true');
  await carousel(page).getByRole('button', { name: 'Témoignage précédent' }).click();
  await expect(dot(page, 6)).toHaveAttribute('aria-current', 'true');
  await carousel(page).getByRole('button', { name: 'Témoignage suivant' }).click();
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true');
  await dot(page, 4).click();
  await expect(dot(page, 4)).toHaveAttribute('aria-current', 'true');
  await expect(carousel(page).getByRole('group').nth(3)).toBeInViewport();
});

test('scrolling the row by hand moves the dots', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/');
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true');
  const row = carousel(page).getByRole('list', { name: 'Témoignages' });
  await row.hover();
  const { width } = (await row.boundingBox()) ?? { width: 0 };
  await page.mouse.wheel(width * 2, 0);
  await expect(dot(page, 3)).toHaveAttribute('aria-current', 'true');
});

test.describe('with motion', { tag: '@whole' }, () => {
  test.use({ reducedMotion: 'no-preference' });

  test('the carousel moves on every five seconds, from the last to the first, and can be stopped', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/');
    const pause = carousel(page).getByRole('button', { name: 'Arrêter le défilement' });
    // Its code is fetched when it comes into sight.
    await carousel(page).scrollIntoViewIfNeeded();
    await isAlive(page);
    await expect(pause).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    // It pauses under the pointer or focus; afterwards a new five seconds begin.
    await dot(page, 1).click();
    await page.clock.runFor(20_000);
    await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true');
    await page.mouse.move(0, 0);
    await dot(page, 1).blur();
    // The page handles the end of the pause a moment later, within a fifth of a second of its clock.
    await page.clock.runFor(200);
    const row = carousel(page).getByRole('list', { name: 'Témoignages' });
    for (const number of [2, 3, 4, 5, 6, 1, 2]) {
      await page.clock.runFor(4700);
      await expect(dot(page, number)).not.toHaveAttribute('aria-current', 'true');
      // The browser scrolls in its own time, which the page's clock does not move: the next five seconds begin when the row is at rest.
      const rest = row.evaluate(
        (list) => new Promise((resolve) => list.addEventListener('scrollend', resolve, { once: true })),
      );
      await page.clock.runFor(300);
      await rest;
      await expect(dot(page, number)).toHaveAttribute('aria-current', 'true');
      await expect(
        carousel(page)
          .getByRole('group')
          .nth(number - 1),
      ).toBeInViewport({ ratio: 0.95 });
    }
    await pause.click();
    await page.mouse.move(0, 0);
    await carousel(page).getByRole('button', { name: 'Relancer le défilement' }).blur();
    await page.clock.runFor(20_000);
    await expect(dot(page, 2)).toHaveAttribute('aria-current', 'true');
  });
});

test('the carousel does not start where less motion is asked for', { tag: '@whole' }, async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await expect(carousel(page).getByRole('button', { name: 'Relancer le défilement' })).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true');
});

test('in English, with no word of French but the law and the institution', { tag: '@whole' }, async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await page.goto('/en');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your loan, explained to the cent' }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Testimonials' })).toContainText(
    'The adviser explained the APR',
  );
  expect(complaints).toEqual([]);
});

test('accessible and within the screen, in both themes and sizes', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/');
  await expect(carousel(page)).toBeVisible();
  await expectAccessibleEverywhere(page);
});
