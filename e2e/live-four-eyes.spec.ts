import type { Page } from '@playwright/test';
import { LIVE_INSTITUTION } from '../server/testing/live-institution.ts';
import { endBank, expect, expectAccessibleEverywhere, test } from './bank.ts';
import { words } from './desk.ts';
import { ADMINISTRATOR, SECOND_PERSON, setUpApp, signUp, startLive } from './live-bank.ts';
import { addPasskey, withDevice } from './passkey-device.ts';

/** Two people of a live institution: one proposes with a code of their app, the other approves with a passkey (FOUR-8, FOUR-15). */

/** Proposes a credit above its limit, confirmed by a code. */
async function proposeCredit(desk: Page, code: string): Promise<void> {
  await desk.getByRole('button', { name: /^Effectuer un virement/ }).click();
  const credit = desk.getByRole('dialog', { name: /virement|crédit/i }).first();
  await credit.locator('[name=amount]').fill('1500');
  await credit.locator('[name=motive]').selectOption('received');
  await credit.locator('[name=description]').fill('Remise de chèque');
  await credit.getByRole('button', { name: 'Proposer le crédit' }).click();
  await desk
    .getByRole('dialog', { name: 'Créditer un compte' })
    .getByRole('button', { name: 'Proposer', exact: true })
    .click();
  const asked = desk.getByRole('dialog').filter({ has: desk.locator('[name=proof]') });
  await asked.locator('[name=proof]').fill(code);
  await asked.getByRole('button', { name: 'Confirmer' }).click();
  await expect(desk).toHaveURL(/tab=proposals&list=mine/);
}

test('FOUR-8 FOUR-15 an approval is confirmed by the passkey of the second person, waits while its execution takes long, and is done once after a lost answer', {
  tag: '@whole',
}, async ({ page, browser }) => {
  test.setTimeout(240_000);
  const { live, folder } = await startLive(LIVE_INSTITUTION, 'localhost');
  const desk = await (await browser.newContext({ locale: 'fr-FR' })).newPage();
  const other = await (await browser.newContext({ locale: 'fr-FR' })).newPage();
  try {
    const accountId = await signUp(page, live.url);
    await desk.goto(`${live.url}/admin-login`);
    const codes = await setUpApp(desk, ADMINISTRATOR);
    // The second person signs in for the first time: nothing is open before their passkey.
    await withDevice(other);
    await other.goto(`${live.url}/admin-login`);
    await other.locator('[name=email]').fill(SECOND_PERSON.email);
    await other.locator('[name=password]').fill(SECOND_PERSON.password);
    await other.getByRole('button', { name: 'Se connecter' }).click();
    await addPasskey(other, 'Ordinateur', { password: SECOND_PERSON.password });

    await desk.goto(`${live.url}/admin-dashboard/clients/${accountId}`);
    await proposeCredit(desk, codes[0] ?? '');
    await other.goto(`${live.url}/admin-dashboard?tab=proposals`);
    await other.getByRole('button', { name: 'Examiner' }).click();
    const examined = other.getByRole('dialog', { name: 'Créditer un compte' });
    await examined.getByRole('button', { name: 'Approuver' }).click();
    const confirmation = other.getByRole('dialog').filter({ hasText: /clé d'accès/ });
    // What is confirmed stands in it, in names and figures.
    await expect(confirmation).toContainText('Rose Réelle');
    await expect(confirmation).toContainText(/1\s500,00\s€/);
    await expectAccessibleEverywhere(other);

    // The execution takes long: the dialog says so and stays; nothing is sent twice.
    const sent: string[] = [];
    let answer: () => void = () => undefined;
    await other.route('**/api/admin/proposals/*/approval', async (route) => {
      const request = route.request();
      if (!request.headers()['x-confirmation']) return route.continue();
      sent.push(request.headers()['idempotency-key'] ?? '');
      if (sent.length > 1) return route.continue();
      const done = await route.fetch();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      expect(done.status()).toBe(200);
      // It was executed, and the answer is lost on its way.
      await route.abort();
    });
    await confirmation.getByRole('button', { name: 'Confirmer' }).click();
    await expect(confirmation).toHaveCount(0);
    await expect(examined.getByText('La réponse tarde')).toBeVisible();
    await other.keyboard.press('Escape');
    await expect(examined).toBeVisible();
    await expect.poll(() => sent.length).toBe(1);
    await expectAccessibleEverywhere(other);
    answer();
    // Repeated under its key, it is confirmed once more, and answered what it did.
    await confirmation.getByRole('button', { name: 'Confirmer' }).click();
    await expect(examined).toHaveCount(0, { timeout: 60_000 });
    await expect(other.locator('.toast')).toContainText(words('Approuvé et exécuté'));
    expect(new Set(sent).size).toBe(1);
    await page.goto(`${live.url}/client-dashboard`);
    await expect(page.locator('main')).toContainText(words('1 500,00 €'));
    await expect(page.locator('main')).not.toContainText(words('3 000,00 €'));
  } finally {
    await desk.context().close();
    await other.context().close();
    await endBank(live, folder);
  }
});
