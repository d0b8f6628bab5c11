import { JOB_NAMES } from '../domain/jobs/timetable.ts';
import { expect, expectAccessibleEverywhere, test } from './bank.ts';
import { atDesk, breakCalls } from './desk.ts';

/** What the bank does by itself: when each job runs, what became of it, and why one failed. */

const JOBS = '/admin-dashboard?tab=jobs';

test('every job has run since the start, and says when it runs next', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await atDesk(page, bank, JOBS);
  await expect(page.locator('[data-row]')).toHaveCount(JOB_NAMES.length);
  const mails = page.locator('[data-row=purge-mails]');
  await expect(mails).toContainText('Effacement des e-mails envoyés');
  await expect(mails).toContainText('Chaque jour à 03:20');
  await expect(mails).toContainText('Fait');
  await expect(mails.locator('time')).toHaveCount(2);
});

test('a job that fails says why, how often it was tried and when it is tried again', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await page.route('**/api/admin/jobs', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    if (!body.jobs) return route.fulfill({ response: answer });
    const [first, second, third] = body.jobs;
    first.last = { ...first.last, state: 'failed', failure: 'connection refused', attempts: 3, handled: 0 };
    second.last = { ...second.last, state: 'running', durationMs: null };
    third.last = null;
    return route.fulfill({ response: answer, json: body });
  });
  await atDesk(page, bank, JOBS);
  const failing = page.locator('[data-row=purge-sign-in]');
  await expect(failing).toContainText('En échec');
  await expect(failing).toContainText('connection refused (3 tentatives)');
  await expect(page.locator('[data-row=purge-sign-ups]')).toContainText('En cours');
  await expect(page.locator('[data-row=purge-enquiries]')).toContainText('Jamais exécuté');
  await expectAccessibleEverywhere(page);
});

test('a list that cannot be read can be asked for again', { tag: '@whole' }, async ({ page, bank }) => {
  await breakCalls(page, '/admin/jobs', 'GET');
  await atDesk(page, bank, JOBS);
  const retry = page.getByRole('button', { name: 'Réessayer' });
  await expect(retry).toBeVisible();
  await page.unroute('**/api/admin/jobs');
  await retry.click();
  await expect(page.locator('[data-row]')).toHaveCount(JOB_NAMES.length);
});
