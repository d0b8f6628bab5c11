import { expect, test } from './bank.ts';
import { HOME, newAtCounter } from './counter.ts';
import { hold } from './visiting.ts';

/** The client area without a mouse. */

test('Ctrl+K finds every section and action, with or without accents', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await newAtCounter(page, bank);
  // The heading comes with the first frame, before any key is listened to; figures come later.
  await expect(page.getByText('Solde actuel')).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByPlaceholder('Une action, une page…');
  await expect(search).toBeFocused();
  const found = page.getByRole('menuitem').first();
  await search.pressSequentially('operations');
  // Until the palette's code has loaded, its field is there alone.
  await expect(found).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${HOME}?section=transactions`);

  await page.keyboard.press('Meta+k');
  await search.pressSequentially('demander');
  await expect(found).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Demander un prêt' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.keyboard.press('Control+k');
  await search.pressSequentially('sombre');
  await expect(found).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the palette searches what was typed while it was loading, and Enter opens the first result', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await newAtCounter(page, bank);
  const release = await hold(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('operations');
  await expect(page.getByPlaceholder('Une action, une page…')).toHaveValue('operations');
  release();
  await expect(page.getByRole('menuitem')).toHaveCount(1);
  await expect(page.getByRole('menuitem')).toHaveAttribute('data-focused', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${HOME}?section=transactions`);
});

test('Ctrl+B folds the side menu, which stays folded', { tag: '@whole' }, async ({ page, bank }) => {
  await newAtCounter(page, bank);
  const fold = page.getByRole('button', { name: 'Replier le menu' });
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Control+b');
  await expect(page.getByRole('button', { name: 'Déplier le menu' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await page.reload();
  await expect(page.getByRole('button', { name: 'Déplier le menu' })).toBeVisible();
});

test('a loan is requested with the keyboard alone, and the focus returns to the button', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newAtCounter(page, bank);
  const ask = page.getByRole('button', { name: 'Demander un prêt' });
  await ask.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Demander un prêt' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ask).toBeFocused();
  await page.keyboard.press('Enter');
  const amount = page.locator('[name=amount]').first();
  while (!(await amount.evaluate((field) => field === document.activeElement)))
    await page.keyboard.press('Tab');
  await page.keyboard.type('5000');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Un piano');
  await page.keyboard.press('Tab');
  await page.keyboard.type('24');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2100');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Demande envoyée')).toBeVisible();
  await expect(ask).toBeFocused();
  const { loans } = await (await client.api.get('/api/loans')).json();
  expect(loans[0]).toMatchObject({ amountMinor: 500_000, durationMonths: 24, purpose: 'Un piano' });
});
