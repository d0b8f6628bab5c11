import { CLIENT, expect, expectAccessible, test, watchConsole } from './bank.ts';

const PASSWORD = 'quatre-mots-bien-choisis';

test('the mails of a demonstration are read in the product, and their links open the right page', {
  tag: '@whole',
}, async ({ page }) => {
  const complaints = watchConsole(page);
  await page.goto('/courrier-de-demonstration');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Courrier de démonstration');
  await expectAccessible(page);

  await page.getByLabel('Adresse e-mail du destinataire').fill('pas une adresse');
  await page.getByRole('button', { name: 'Lire le courrier' }).click();
  await expect(page.getByText('Saisissez une adresse e-mail complète')).toBeVisible();

  await page.getByRole('link', { name: CLIENT.email }).click();
  await expect(page).toHaveURL(/recipient=client%40guichet\.example/);
  const mail = page.locator('.accordion-item[open]');
  await expect(mail).toContainText('Bonjour Camille,');
  await expect(mail).toContainText('Démonstration – établissement fictif.');
  await expectAccessible(page);
  expect(complaints).toEqual([]);
  await mail
    .getByRole('link', { name: /client-dashboard/ })
    .first()
    .click();
  // Without a session, the link leads to the sign-in.
  await expect(page).toHaveURL(/\/auth$/);

  await page.goto('/courrier-de-demonstration?recipient=personne@exemple.fr');
  await expect(page.getByText('Aucun e-mail pour cette adresse')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('a new address is confirmed with a press on the page its mail leads to, once', {
  tag: '@whole',
}, async ({ page }) => {
  const stamp = Date.now();
  const [before, after] = [`avant-${stamp}@exemple.fr`, `apres-${stamp}@exemple.fr`];
  await page.goto('/auth');
  const send = (method: string, path: string, body: object) =>
    page.evaluate(
      async ([verb, address, content]) => {
        const answer = await fetch(`/api${address}`, {
          method: verb,
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: content,
        });
        return answer.status;
      },
      [method, path, JSON.stringify(body)] as const,
    );
  expect(
    await send('POST', '/sign-up', {
      firstName: 'Nour',
      lastName: 'Essai',
      email: before,
      password: PASSWORD,
      phone: '',
      country: 'FR',
    }),
  ).toBe(200);
  expect(await send('PUT', '/profile/email', { email: after, currentPassword: PASSWORD })).toBe(200);

  await page.goto(`/courrier-de-demonstration?recipient=${after}`);
  await expect(page.getByRole('heading', { name: 'Confirmez votre nouvelle adresse e-mail' })).toBeVisible();
  const link = page.getByRole('link', { name: /confirmer-adresse/ }).first();
  const address = (await link.getAttribute('href')) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirmer votre adresse e-mail');
  // The token is neither in the address nor in the history.
  await expect(page).toHaveURL(/\/confirmer-adresse$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirmer cette adresse' }).click();
  await expect(page.getByText(`Votre espace utilise l'adresse ${after}.`)).toBeVisible();
  await expectAccessible(page);

  await page.goto(address);
  await page.getByRole('button', { name: 'Confirmer cette adresse' }).click();
  await expect(page.getByText('Ce lien ne peut plus servir')).toBeVisible();
  await page.goto(`/courrier-de-demonstration?recipient=${before}`);
  await expect(page.getByRole('heading', { name: 'Votre adresse e-mail a été changée' })).toBeVisible();
  await expect(
    page.getByRole('heading', { name: "Quelqu'un demande à changer votre adresse e-mail" }),
  ).toBeVisible();
  await page.goto('/confirmer-adresse');
  await expect(page.getByText('Ce lien ne peut plus servir')).toBeVisible();
  await page.goto('/auth');
  expect(await send('POST', '/session', { email: after, password: PASSWORD })).toBe(200);
  expect(await send('POST', '/session', { email: before, password: PASSWORD })).toBe(401);
});
