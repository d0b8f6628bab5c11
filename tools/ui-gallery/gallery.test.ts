import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violationsOn, WCAG } from '../../e2e/violations.ts';
import { isWhole } from '../../server/testing/size.ts';
import { openGallery, parts } from './serve.mjs';

let gallery: { browser: Browser; url: string; close: () => Promise<void> };

beforeAll(async () => {
  gallery = await openGallery();
});

afterAll(() => gallery.close());

async function go(page: Page, part: string, theme: string): Promise<void> {
  await page.goto(`${gallery.url}?part=${part}&theme=${theme}`);
  await page.waitForSelector('h1');
}

async function open(part: string, theme: string, width: number) {
  const context = await gallery.browser.newContext({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    locale: 'fr-FR',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await go(page, part, theme);
  return { page, complaints, close: () => context.close() };
}

const violations = (page: Page) => violationsOn(page, [...WCAG, 'RGAAv4']);

const LOOKS = [
  ['light', 390],
  ['dark', 1280],
] as const;

describe.each(parts)('the components of « %s »', (part) => {
  // Each part in one of both, in turn, as the screens are in `npm test` (decision 0047).
  const looks = isWhole ? LOOKS : [LOOKS[parts.indexOf(part) % 2] ?? LOOKS[0]];
  // One page for the part: to open another costs most of what a look does.
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    opened = await open(part, 'light', 390);
  });
  afterAll(() => opened.close());

  const sideways = () => opened.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  it.each(looks)(
    'hold in the %s theme at %d px: no defect axe can see, nothing sideways, no complaint',
    async (theme, width) => {
      const { page, complaints } = opened;
      await page.setViewportSize({ width, height: 900 });
      if (theme !== 'light') await go(page, part, theme);
      expect(await violations(page)).toEqual([]);
      expect(await sideways()).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
    },
    60_000,
  );

  it('fit a screen of 320 px', async () => {
    await opened.page.setViewportSize({ width: 320, height: 900 });
    await expect.poll(sideways).toBeLessThanOrEqual(0);
  });
});

describe('what opens', () => {
  it('dialog: the focus enters, stays, and returns; toasts are heard inside it', async () => {
    const { page, close } = await open('actions', 'light', 1280);
    await page.getByRole('button', { name: 'Ouvrir le dialogue' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Demander un virement' });
    await dialog.waitFor();
    await page.waitForTimeout(50);
    expect(await violations(page)).toEqual([]);
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(() => {
        const active = document.activeElement;
        return active !== document.body && !active?.closest('dialog');
      });
      expect(outside).toBe(false);
    }
    await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
    await dialog.getByText('Veuillez remplir tous les champs').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ouvrir le dialogue');
    await page.getByText('Veuillez remplir tous les champs').waitFor();
    await close();
  });

  it('accordion: one item at a time, and that one can be closed', async () => {
    const { page, close } = await open('disclosures', 'light', 1280);
    const opened = () => page.locator('.accordion details[open] .accordion-title').allTextContents();
    expect(await opened()).toEqual(['Combien de temps faut-il pour recevoir les fonds ?']);
    await page.getByText('Qui peut demander un prêt ?').click();
    expect(await opened()).toEqual(['Qui peut demander un prêt ?']);
    await page.getByText('Qui peut demander un prêt ?').click();
    expect(await opened()).toEqual([]);
    await close();
  });

  it('carousel: wraps both ways and stands still for who asked for less motion', async () => {
    const { page, close } = await open('disclosures', 'light', 1280);
    const current = () => page.locator('.carousel-dot[aria-current]').getAttribute('aria-label');
    expect(await page.getByRole('button', { name: 'Reprendre le défilement' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Témoignage précédent' }).click();
    await expect.poll(current).toBe('Témoignage 3 sur 3');
    await page.getByRole('button', { name: 'Témoignage suivant' }).click();
    await expect.poll(current).toBe('Témoignage 1 sur 3');
    await close();
  });

  it('slider: dragged, typed or stepped, one value; a value between two steps is snapped', async () => {
    const { page, close } = await open('fields', 'light', 1280);
    const slider = page.getByRole('slider', { name: 'Montant du prêt' });
    const entry = page.getByRole('textbox', { name: 'Montant en euros' });
    await entry.fill('12 300');
    await entry.blur();
    expect(await slider.inputValue()).toBe('12500');
    expect(await slider.getAttribute('aria-valuetext')).toBe('12500 euros');
    await page.getByRole('button', { name: 'Augmenter le montant' }).click();
    expect(await slider.inputValue()).toBe('13000');
    await slider.press('Home');
    expect((await entry.inputValue()).replace(/\D/g, '')).toBe('1000');
    expect(await page.getByRole('button', { name: 'Baisser le montant' }).isDisabled()).toBe(true);
    await close();
  });

  it('palette: opened from the keyboard, finds by any of its words, opens nothing else', async () => {
    const { page, close } = await open('rich', 'dark', 1280);
    await page.keyboard.press('Control+k');
    const box = page.getByRole('searchbox');
    await box.waitFor();
    await box.fill('camille@');
    await page.getByRole('menuitem', { name: /Camille Moreau/ }).waitFor();
    expect(await page.getByRole('menuitem').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await box.waitFor({ state: 'hidden' });
    await close();
  });

  it('chart: the arrow keys read the points, and the table holds every one', async () => {
    const { page, close } = await open('charts', 'light', 1280);
    const cursor = page.getByRole('slider').first();
    await cursor.press('Home');
    expect(await cursor.getAttribute('aria-valuetext')).toContain('23 août 2026');
    await cursor.press('ArrowRight');
    expect(await cursor.getAttribute('aria-valuetext')).toContain('24 août 2026');
    await page.getByRole('button', { name: 'Voir en tableau' }).first().click();
    expect(await page.locator('figure').first().locator('tbody tr').count()).toBe(90);
    await close();
  });
});
