import { expect, type Page } from '@playwright/test';
import { PASSWORD } from './desk.ts';

/** Gives the page a virtual device that answers every request by itself. */
export async function withDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Adds a passkey on the open screen and returns the recovery codes. `look` is called on each state of the dialog. */
export async function addPasskey(
  page: Page,
  name: string,
  { password = PASSWORD, look = async () => {} }: { password?: string; look?: () => Promise<void> } = {},
): Promise<string[]> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Ajouter une clé' }).click();
  await dialog.locator('[name=currentPassword]').fill(password);
  await look();
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await dialog.getByRole('button', { name: 'Créer la clé' }).click();
  await expect(dialog.locator('.field-error')).toBeVisible();
  await dialog.locator('[name=name]').fill(name);
  await look();
  await dialog.getByRole('button', { name: 'Créer la clé' }).click();
  const codes = dialog.getByRole('list', { name: 'Vos codes de secours' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const texts = await codes.allInnerTexts();
  await dialog.getByRole('button', { name: "J'ai gardé mes codes" }).click();
  return texts;
}
