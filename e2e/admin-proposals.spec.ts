import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, colleague, LOAN, memberAt, newClient, words } from './desk.ts';

/** « À approuver » (FOUR-7, FOUR-14, FOUR-15): a credit above its limit is proposed, seen by another person, and executed. */

type Member = Awaited<ReturnType<typeof memberAt>>;

const PAYMENTS = { email: 'paiements@guichet.example', password: 'Guichet-paiements-2026' };

test('FOUR-7 to FOUR-15 a credit above its limit is proposed by one person and approved by another', async ({
  page,
  bank,
  browser,
}) => {
  const client = await newClient(bank);
  await atDesk(page, bank, '/admin-dashboard?tab=proposals');
  const fourEyes = page.getByRole('switch', { name: 'Quatre yeux' });
  await expect(page.getByText("Rien n'attend votre accord.")).toBeVisible();
  await fourEyes.click();
  await expect(fourEyes).toBeChecked();
  await expectAccessible(page);
  try {
    await page.goto(`/admin-dashboard?tab=clients&q=${encodeURIComponent(client.email)}`);
    // FOUR-2: the top of each screen says that second approvals are asked for.
    await expect(page.getByRole('link', { name: 'Quatre yeux en marche' })).toBeVisible();
    await page.getByRole('button', { name: `Effectuer un virement à ${client.name}` }).click();
    const credit = page.getByRole('dialog', { name: 'Effectuer un virement' });
    await credit.locator('[name=amount]').fill('1500');
    await credit.locator('[name=description]').fill('Versement au guichet');
    // The button says so before it is pressed (FOUR-7).
    await credit.getByRole('button', { name: 'Proposer le crédit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Créditer un compte' });
    await expect(dialog.getByText(/demande l'accord de/)).toBeVisible();
    await expect(dialog).toContainText(client.name);
    await dialog.getByLabel(/Commentaire/).fill('Reçu au guichet ce matin.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Proposer' }).click();
    await expect(page).toHaveURL(/tab=proposals&list=mine/);
    const own = page.getByRole('row', { name: /Créditer un compte/ }).filter({ hasText: client.name });
    await expect(own).toContainText('0 sur 1');
    // At 1,280 px the buttons of a row stand whole beside its columns.
    const rows = page.locator('.table-scroll').filter({ has: own });
    expect(await rows.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    // Nobody approves their own.
    await expect(own.getByRole('button', { name: 'Refuser' })).toHaveCount(0);

    const context = await browser.newContext({ baseURL: bank.url, locale: 'fr-FR' });
    const other = await context.newPage();
    const answer = await other.request.post('/api/admin/session', {
      data: PAYMENTS,
      headers: { origin: bank.url },
    });
    expect(answer.status()).toBe(200);
    await other.goto('/admin-dashboard?tab=proposals');
    // FOUR-21: the bell says it at once, and the menu counts what the person can vote on.
    await expect(
      other.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: /À approuver/ }),
    ).toContainText('1 à traiter');
    await other.getByRole('button', { name: /^Avis\. \d+ avis non lu/ }).click();
    await expect(other.getByText(/La proposition P-\d+ attend votre accord\./).first()).toBeVisible();
    await expectAccessible(other);
    await other.keyboard.press('Escape');
    await expect(other.getByRole('button', { name: 'Avis. Aucun avis non lu' })).toBeVisible();
    const row = other.getByRole('row', { name: /Créditer un compte/ }).filter({ hasText: client.name });
    await row.getByRole('button', { name: 'Examiner' }).click();
    const examined = other.getByRole('dialog');
    await expect(examined).toContainText('Reçu au guichet ce matin.');
    // FOUR-14: what its maker saw, the same now, and the rule that applied.
    await expect(examined).toContainText(/Vu par Administration Démo le/);
    await expect(examined).toContainText("Rien n'a changé depuis la proposition.");
    await expect(examined).toContainText(words('Au-delà de 1 000,00 €'));
    await expect(examined.getByRole('link', { name: client.name })).toBeVisible();
    await expectAccessible(other);
    // On a telephone it is approved once its end was in sight.
    await other.setViewportSize({ width: 390, height: 500 });
    await examined.getByRole('button', { name: 'Fermer' }).last().click();
    await row.getByRole('button', { name: 'Examiner' }).click();
    await expect(examined.getByRole('button', { name: "Lire jusqu'à la fin" })).toBeDisabled();
    await examined.getByText('Règle appliquée').scrollIntoViewIfNeeded();
    await examined.locator('.dialog-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    // FOUR-13, FOUR-14: the other answer stands beside it, with its reason.
    await examined.getByRole('button', { name: 'Refuser' }).click();
    // It says which one is refused.
    await expect(other.getByRole('dialog')).toContainText(client.name);
    await other.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
    await row.getByRole('button', { name: 'Examiner' }).click();
    await examined.locator('.dialog-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await examined.getByRole('button', { name: 'Approuver' }).click();
    await expect(examined).toHaveCount(0);
    await expect(row).toHaveCount(0);
    await context.close();
    await expect(own).toContainText('Exécutée');
    await page.getByRole('button', { name: /^Avis\. \d+ avis non lu/ }).click();
    await expect(page.getByText(/Votre proposition P-\d+ est approuvée et exécutée\./).first()).toBeVisible();
    await page.keyboard.press('Escape');
  } finally {
    await page.goto('/admin-dashboard?tab=proposals');
    await fourEyes.click();
    await expect(fourEyes).not.toBeChecked();
  }
});

test('FOUR-10, FOUR-22 an act of recovery is proposed from the panel of its loan, which says that it waits', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await atDesk(page, bank, '/admin-dashboard?tab=proposals');
  const fourEyes = page.getByRole('switch', { name: 'Quatre yeux' });
  await fourEyes.click();
  await expect(fourEyes).toBeChecked();
  try {
    const { loans } = await (await page.request.get('/api/admin/arrears')).json();
    const panel = `/admin-dashboard?tab=loans&loan=${loans[0].loanId}`;
    await page.goto(panel);
    await page.getByRole('button', { name: 'Demander des frais taxés' }).click();
    const dialog = page.getByRole('dialog', { name: 'Demander les frais taxés par un tribunal' });
    await dialog.locator('[name=amount]').fill('150');
    await dialog.locator('[name=document]').fill('Ordonnance de taxe, TJ de Lyon, RG 27/00412');
    await dialog.locator('[name=reason]').fill('Dépens');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Proposer ces frais' }).click();
    const proposing = page.getByRole('dialog', { name: 'Frais taxés', exact: true });
    await expect(proposing).toContainText(words("demande l'accord de : Responsable crédit"));
    await expect(proposing).toContainText(words('150,00 €'));
    await proposing.getByRole('button', { name: 'Proposer', exact: true }).click();
    await expect(page).toHaveURL(/tab=proposals&list=mine/);
    await page.goto(panel);
    await expect(page.getByText(/Accord demandé\s:\sFrais taxés, P-\d+/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Demander des frais taxés' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ouvrir la proposition' }).click();
    await expect(page.getByRole('dialog', { name: 'Frais taxés' })).toContainText('Dépens');
    await page.keyboard.press('Escape');
    await page.goto('/admin-dashboard?tab=proposals&list=mine');
    await page
      .getByRole('row', { name: /Frais taxés/ })
      .getByRole('button', { name: 'Retirer' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
    await expect(page.getByRole('row', { name: /Frais taxés/ })).toContainText('Retirée');
  } finally {
    await page.goto('/admin-dashboard?tab=proposals');
    await fourEyes.click();
    await expect(fourEyes).not.toBeChecked();
  }
});

test('FOUR-24 a credit is executed without a second approval, with a reason, and waits for its review', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await atDesk(page, bank, '/admin-dashboard?tab=proposals');
  const fourEyes = page.getByRole('switch', { name: 'Quatre yeux' });
  await fourEyes.click();
  await expect(fourEyes).toBeChecked();
  try {
    await page.goto(`/admin-dashboard?tab=clients&q=${encodeURIComponent(client.email)}`);
    await page.getByRole('button', { name: `Effectuer un virement à ${client.name}` }).click();
    const credit = page.getByRole('dialog', { name: 'Effectuer un virement' });
    await credit.locator('[name=amount]').fill('1500');
    await credit.locator('[name=description]').fill('Versement au guichet');
    await credit.getByRole('button', { name: 'Proposer le crédit' }).click();
    await page.getByRole('button', { name: 'Exécuter sans second accord' }).click();
    const dialog = page.getByRole('dialog', { name: 'Exécuter sans second accord' });
    await expect(dialog).toContainText(client.name);
    await dialog.getByLabel("Nature de l'urgence").selectOption('team-outage');
    await dialog.getByLabel(/^Motif/).fill('Trop court');
    await dialog.getByRole('button', { name: 'Exécuter maintenant' }).click();
    await expect(dialog.getByText(/40 caractères au moins/).first()).toBeVisible();
    await dialog
      .getByLabel(/^Motif/)
      .fill('Le client attend au guichet et personne d’autre n’est là ce matin pour approuver.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Exécuter maintenant' }).click();
    // Nothing is left open that would send it once more, nor typed.
    await expect(page).toHaveURL(/tab=proposals&list=mine/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const row = page.getByRole('row', { name: /Créditer un compte/ }).filter({ hasText: client.name });
    await expect(row).toBeVisible();
    await expect(row).toContainText(words('1 500,00 €'));
    // its deadline is said once, and the day stands in its proposal.
    await expect(row.locator('.deadline')).toHaveCount(1);
    await expect(row).not.toContainText('À revoir avant');
    await row.getByRole('button', { name: 'Examiner' }).click();
    await expect(page.getByRole('dialog')).toContainText('À revoir avant');
    await page.keyboard.press('Escape');
    await page.goto(`/admin-dashboard/clients/${client.accountId}`);
    await page.getByRole('button', { name: /^Effectuer un virement/ }).click();
    await expect(credit.locator('[name=description]')).toHaveValue('');
    // Nobody reviews their own.
    await page.goto('/admin-dashboard?tab=proposals&list=emergencies');
    await expect(page.getByText('Aucune urgence à revoir.')).toBeVisible();
    await expect(row).toHaveCount(0);
  } finally {
    await page.goto('/admin-dashboard?tab=proposals');
    await fourEyes.click();
    await expect(fourEyes).not.toBeChecked();
  }
});

test('FOUR-10 FOUR-12 FOUR-16 its client says that a credit waits; the first of two approvals names the one that lacks; what changed meanwhile is told in the panel', {
  tag: '@whole',
}, async ({ page, bank, browser }) => {
  const client = await newClient(bank);
  const desk = await colleague(bank);
  await atDesk(page, bank, `/admin-dashboard/clients/${client.accountId}`);
  const headers = { origin: bank.url };
  const turn = (isOn: boolean) => page.request.put('/api/admin/four-eyes', { data: { isOn }, headers });
  await turn(true);
  const members = await Promise.all(
    ['payments', 'accountant', 'compliance'].map((role) => memberAt(browser, bank, role)),
  );
  const [maker, accountant, compliance] = members as [Member, Member, Member];
  try {
    const creditButton = page.getByRole('button', { name: /^Effectuer un virement/ });
    await expect(creditButton).not.toHaveAttribute('aria-disabled');
    const about = {
      operation: 'accounts.credit',
      input: { id: client.accountId, amountMinor: 12_000_00, currency: 'EUR', description: 'Vente' },
    };
    const { seen } = await maker.call('/admin/approval-requirements', about);
    await maker.call('/admin/proposals', { ...about, seen });
    // The open page of a colleague hears of it.
    await expect(page.getByText('Accord demandé', { exact: true })).toBeVisible();
    await expect(creditButton).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);

    const examine = async ({ page: at }: Member) => {
      await at.goto('/admin-dashboard?tab=proposals');
      const row = at.locator('[data-row]').filter({ hasText: client.name });
      await row.getByRole('button', { name: 'Examiner' }).click();
      return at.getByRole('dialog', { name: 'Créditer un compte' });
    };
    await (await examine(accountant)).getByRole('button', { name: 'Approuver' }).click();
    await expect(accountant.page.locator('.toast')).toContainText(
      words("Il manque encore l'accord de : Conformité."),
    );
    const last = await examine(compliance);
    await expect(last).toContainText("Rien n'a changé depuis la proposition.");
    await desk.post(`/admin/clients/${client.accountId}/activation`, { receivedMinor: 0 });
    // Read again, it says what changed and that it can no longer be executed.
    await compliance.page.keyboard.press('Escape');
    await examine(compliance);
    await expect(last).toContainText('Non → Oui');
    await expect(last).toContainText('Elle ne peut plus être exécutée');
    await last.getByRole('button', { name: 'Approuver' }).click();
    await expect(last.getByRole('alert')).toContainText('Les données ont changé depuis la proposition.');
    await expect(last.getByRole('button', { name: 'Approuver' })).toHaveCount(0);
    await expectAccessible(compliance.page);
  } finally {
    for (const { context } of members) await context.close();
    await turn(false);
  }
});

test('FOUR-7, STAFF-12, Q-43 the palette and the panel name an act that others approve as its dialog does', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await client.post('/loans', { ...LOAN, amountMinor: 20_000_00 });
  // FOUR-2: the switch stands with the team as well.
  await atDesk(page, bank, '/admin-dashboard?tab=team');
  const fourEyes = page.getByRole('switch', { name: 'Quatre yeux' });
  await fourEyes.click();
  await expect(fourEyes).toBeChecked();
  await expectAccessible(page);
  try {
    const palette = page.getByRole('dialog', { name: 'Rechercher et agir' });
    const entry = (name: string | RegExp) => palette.getByRole('menuitem', { name });
    await page.keyboard.press('Control+k');
    await palette.locator('input').pressSequentially(client.name);
    await expect(entry(client.name).first()).toHaveAttribute('data-focused', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const proposed = entry(words(`Proposer l'approbation : ${client.name}`));
    await expect(proposed).toBeVisible();
    await expect(entry(`Approuver la demande de ${client.name}`)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    // What it is called otherwise finds it too.
    for (const act of ['approuver', 'proposer']) {
      await palette.locator('input').fill('');
      await palette.locator('input').pressSequentially(`${act} ${client.name}`);
      await expect(proposed).toBeVisible();
    }
    await proposed.click();
    const approval = page.getByRole('dialog', { name: new RegExp(`Approuver .*${client.name}`) });
    await expect(approval.getByRole('button', { name: "Proposer l'approbation" })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(
      page.locator('.desk-panel').getByRole('button', { name: "Proposer l'approbation" }),
    ).toBeVisible();
  } finally {
    await page.goto('/admin-dashboard?tab=team');
    await fourEyes.click();
    await expect(fourEyes).not.toBeChecked();
  }
});
