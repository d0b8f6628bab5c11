import type { Page } from '@playwright/test';
import type { AdminSection } from '../app/admin/frame/sections.ts';
import type { ClientSection } from '../app/client/frame/sections.ts';
import { type Area, pathsOf } from '../app/page/site-map.ts';
import { notFoundPage, pages } from '../app/pages.ts';
import { routes } from '../app/routes.ts';
import { isWhole } from '../server/testing/size.ts';
import {
  expect,
  expectAccessibleEverywhere,
  isAlive,
  nextNetworkAddress,
  type RunningBank,
  test,
  watchConsole,
} from './bank.ts';
import { atCounter } from './counter.ts';
import { atDesk, type DeskClient, fund, LOAN, newClient, PASSWORD } from './desk.ts';

/**
 * Every screen of the site map is opened by its address, comes alive without an error of the browser, and is accessible. The lists are those of
 * the product: a screen that is added to them is opened here.
 */

/** A screen at its address, with the heading that tells it from others where the product has a list of them. */
interface Place {
  readonly path: string;
  readonly title?: string;
}

/** By type every section of the product, with its heading. */
const SECTIONS: Readonly<Record<ClientSection, string>> = {
  dashboard: 'Tableau de bord',
  transactions: 'Opérations',
  actions: 'Actions rapides',
  loans: 'Prêts',
  transfers: 'Virements',
  pending: 'Demandes en cours',
  fees: 'Frais et Charges',
  profile: 'Mes informations',
  help: 'Aide et contact',
};

/** The same of the back office. */
const TABS: Readonly<Record<AdminSection, string>> = {
  dashboard: 'Tableau de bord',
  mine: 'Mes dossiers',
  clients: 'Clients',
  loans: 'Prêts',
  withdrawals: 'Virements',
  fees: 'Frais',
  proposals: 'À approuver',
  statements: 'Relevés',
  enquiries: 'Messages',
  rates: 'Taux de change',
  parameters: 'Données datées',
  jobs: 'Travaux',
  audit: "Journal d'audit",
  team: 'Équipe',
  security: 'Sécurité',
};

/**
 * Opens an address. `npm test` loads the first of an area and goes on from there as a link does: the code of the area is loaded once. Whole, each is
 * loaded, and loaded again.
 */
async function open(page: Page, path: string, isWithin: boolean): Promise<void> {
  if (isWhole || !isWithin) return void (await page.goto(path));
  await page.evaluate((next) => history.pushState(null, '', next), path);
}

async function look(page: Page, { path, title }: Place, isWithin: boolean): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 }).first();
  const seen = async () => {
    await expect(heading).toBeVisible();
    if (title) await expect(heading).toHaveText(title);
    await isAlive(page);
    await expect(page.locator('.skeleton')).toHaveCount(0);
  };
  // Without a heading of its own a screen is not told from the one before.
  await open(page, path, isWithin && title !== undefined);
  await seen();
  // axe takes seven seconds for all three hundred operations: these are some of each method.
  if (path === '/documentation-api' && !isWhole)
    await page.getByLabel('Filtrer les opérations').fill('profile');
  if (isWhole) {
    await page.reload();
    await seen();
  }
  await expectAccessibleEverywhere(page);
}

/** Opens them one after the other in one tab; `areWithin` says that they are screens of one application. */
async function openAll(page: Page, places: readonly Place[], areWithin = false): Promise<void> {
  test.setTimeout(600_000 + 15_000 * places.length);
  const complaints = watchConsole(page);
  for (const [index, place] of places.entries())
    await test.step(place.path, async () => {
      await look(page, place, areWithin && index > 0);
      // The browser reports the status of a page that does not exist.
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    });
}

const pathsIn = (area: Area) => routes.filter((route) => route.area === area).map(({ path }) => path);

/** The addresses of a screen with parts, by its path. A path with a parameter must have its own. */
function placesOf(path: string, parts: Readonly<Record<string, readonly Place[]>>): readonly Place[] {
  const places = parts[path];
  if (!places && path.includes(':')) throw new Error(`${path}: name an address of this screen`);
  return places ?? [{ path }];
}

/** A client with something in each section. */
async function clientWithEverything(bank: RunningBank): Promise<DeskClient> {
  const client = await newClient(bank);
  await fund(bank, client, 250_000);
  await client.post('/loans', LOAN);
  await client.post('/withdrawals', { amountMinor: 2_000, iban: 'FR76 1234', bankName: 'Banque du Marais' });
  return client;
}

/** Signs the page in as a person who stopped after the first step of the sign-up. */
async function atSecondStep(page: Page, bank: RunningBank): Promise<void> {
  const answer = await page.request.post('/api/sign-up', {
    data: {
      firstName: 'Yanis',
      lastName: 'Moreau',
      email: `yanis-ecrans-${Date.now()}@example.test`,
      phone: '',
      country: 'FR',
      password: PASSWORD,
    },
    headers: { origin: bank.url, 'idempotency-key': `screens-${Date.now()}`, ...nextNetworkAddress() },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('every public page comes alive and is accessible', async ({ page }) => {
  const paths = pages.flatMap((one) => [
    // The articles are one page with other texts.
    ...(isWhole ? pathsOf(one) : pathsOf(one).slice(0, 1)),
    ...(one.unknown ? [one.unknown] : []),
  ]);
  await openAll(
    page,
    [...paths, notFoundPage.path].map((path) => ({ path })),
  );
});

test('every screen of the entrance comes alive and is accessible', async ({ page, bank }) => {
  const afterFirstStep = ['/client-account-selection', '/client-signup'];
  const paths = pathsIn('sign-in');
  expect(paths).toEqual(expect.arrayContaining(afterFirstStep));
  await openAll(
    page,
    paths.filter((path) => !afterFirstStep.includes(path)).map((path) => ({ path })),
  );
  await atSecondStep(page, bank);
  await openAll(
    page,
    afterFirstStep.map((path) => ({ path })),
  );
});

test('every section of the client area has an address, comes alive and is accessible', async ({
  page,
  bank,
}) => {
  const sections = Object.entries(SECTIONS).map(([section, title]) => ({
    path: `/client-dashboard?section=${section}`,
    title,
  }));
  const places = pathsIn('client').flatMap((path) => placesOf(path, { '/client-dashboard': sections }));
  await atCounter(page, await clientWithEverything(bank));
  await openAll(page, places, true);
});

test('every tab of the back office and the page of a client have an address, come alive and are accessible', async ({
  page,
  bank,
}) => {
  const client = await clientWithEverything(bank);
  const places = pathsIn('admin').flatMap((path) =>
    placesOf(path, {
      '/admin-dashboard': Object.entries(TABS).map(([tab, title]) => ({
        path: `/admin-dashboard?tab=${tab}`,
        title,
      })),
      '/admin-dashboard/clients/:id': [{ path: `/admin-dashboard/clients/${client.accountId}` }],
    }),
  );
  await atDesk(page, bank);
  await openAll(page, places, true);
});
