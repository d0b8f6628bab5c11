import { spawnSync } from 'node:child_process';
import { SERVER_FILE } from '../server/testing/built-server.ts';
import { startPostgres } from '../server/testing/postgres-server.ts';
import { endBank, expect, expectAccessible, newDataFolder, startBank, test } from './bank.ts';
import { atCounter, lendTo, PHONE, toastOf } from './counter.ts';
import { atDesk, colleague, GOOD_IBAN, newClient, PASSWORD, words } from './desk.ts';
import { stopBank } from './product.ts';

/** The third story of a loan's life: two instalments are missed, formal notice is given, a measure is agreed and the loan is up to date again. */

test('LC-74 to LC-88: late, noticed, eased by a measure, up to date again', async ({
  page,
  databaseKind,
}) => {
  // Seventy-five days of jobs come between the payout and the first page.
  test.slow();
  const isEmbedded = databaseKind === 'pglite';
  const postgres = isEmbedded ? null : await startPostgres();
  const folder = await newDataFolder(isEmbedded ? 'filled' : 'empty');
  const environment = {
    DATA_DIR: folder,
    TRUSTED_PROXIES: '127.0.0.1',
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  };
  const first = await startBank(environment);
  const client = await newClient(first);
  const id = await lendTo(first, client);
  const desk = await colleague(first);
  const { withdrawal } = (await client.post('/withdrawals', {
    amountMinor: 10_000_00,
    iban: GOOD_IBAN,
    bankName: 'Une autre banque',
  })) as unknown as { withdrawal: { id: string } };
  for (const action of ['approve', 'complete'])
    await desk.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action });
  await stopBank(first);
  const advanced = spawnSync(process.execPath, [SERVER_FILE, 'demo-advance', '75d'], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  expect(advanced.status, advanced.stderr).toBe(0);

  const bank = await startBank(environment);
  try {
    // The same client, who signs in again after seventy-five days.
    const back = await newClient(bank);
    await back.post('/session', { email: client.email, password: PASSWORD });
    const borrower = { ...back, name: client.name, email: client.email };
    const loanPage = `${bank.url}/client-dashboard?section=loans&loan=${id}`;
    await page.setViewportSize(PHONE);
    await atCounter(page, borrower, loanPage);
    await expect(page.getByText('Cherchons une solution ensemble')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Payer mon échéance' })).toBeVisible();
    await expectAccessible(page);

    await page.context().clearCookies();
    await page.setViewportSize({ width: 1280, height: 800 });
    await atDesk(page, bank, `${bank.url}/admin-dashboard?tab=loans`);
    await page.getByRole('button', { name: words('Retard de 31 à 60 jours') }).click();
    // The open queue names the client as well.
    await page.locator('[data-row-link]').filter({ hasText: client.name }).first().click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Mettre en demeure' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=registeredNumber]').fill('1A 234 567 8901 2');
    await expectAccessible(page);
    await dialog.locator('[type=submit]').click();
    await expect(toastOf(page, 'Mise en demeure envoyée')).toBeVisible();

    await page.context().clearCookies();
    await page.setViewportSize(PHONE);
    await atCounter(page, borrower, loanPage);
    await expect(page.getByText(words('Mise en demeure :')).first()).toBeVisible();
    const [letter] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Lire la lettre, Mise en demeure/ }).click(),
    ]);
    expect(letter.suggestedFilename()).toMatch(/^mise-en-demeure-.*\.pdf$/);
    await page
      .getByRole('button', { name: words('En difficulté ?') })
      .first()
      .click();
    await dialog.locator('[name=change]').selectOption('income');
    await dialog.locator('[name=since]').fill('2026-01-05');
    await dialog.locator('[name=monthly]').fill('100');
    await dialog.getByRole('button', { name: 'Envoyer' }).click();
    await expect(toastOf(page, 'Message reçu')).toBeVisible();

    const later = await colleague(bank);
    const shown = await later.api.get(`/api/admin/loans/${id}/measure-effect?kind=extension&months=12`);
    const { effect } = (await shown.json()) as { effect: { extraInterestMinor: number } };
    await later.post(`/admin/loans/${id}/measures`, {
      action: 'propose',
      kind: 'extension',
      months: 12,
      seenExtraInterestMinor: effect.extraInterestMinor,
    });
    await page.reload();
    await page.getByRole('button', { name: 'Accepter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Accepter' }).click();
    await expect(toastOf(page, 'Aménagement accepté')).toBeVisible();
    await expect(page.getByText(words('Mise en demeure :'))).toHaveCount(0);
    await expect(page.getByText('Prochaine échéance')).toBeVisible();
    await expectAccessible(page);
  } finally {
    await endBank(bank, folder);
    await postgres?.stop();
  }
});
