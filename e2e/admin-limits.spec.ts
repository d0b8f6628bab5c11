import { DEMONSTRATION_STAFF } from '../content/demonstration-accounts.ts';
import { expect, expectAccessible, type RunningBank, test } from './bank.ts';
import { colleague, newClient } from './desk.ts';

/** What a person with assigned files only sees on the screens, and what their limit makes of a button. */

const ADVISER = DEMONSTRATION_STAFF.find(({ role }) => role === 'adviser');
const ROLE = 'portefeuille';

/** Gives the adviser of the demonstration these roles. */
async function giveRoles(bank: RunningBank, roles: readonly string[]): Promise<void> {
  const { api } = await colleague(bank);
  const { members } = await (await api.get('/api/admin/staff')).json();
  const { id } = members.find(({ email }: { email: string }) => email === ADVISER?.email);
  const answer = await api.put(`/api/admin/staff/${id}/roles`, { data: { roles, conflictReason: '' } });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('STAFF-41, STAFF-42 a person with assigned files only sees these, and a credit beyond their limit is proposed', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const desk = await colleague(bank);
  const own = await newClient(bank);
  const foreign = await newClient(bank);
  const defined = await desk.api.put(`/api/admin/roles/${ROLE}`, {
    data: {
      label: 'Portefeuille',
      description: '',
      permissions: [
        'overview.administrator',
        'overview.find',
        'clients.list',
        'clients.show',
        'overview.clientTimeline',
        'accounts.credit',
        'proposals.list',
        'proposals.create',
        'proposals.requirements',
        'tasks.mine',
      ],
      assignedOnly: true,
      limits: [{ operation: 'accounts.credit', perActEurMinor: 100_00, perDayEurMinor: null }],
      seenVersion: 0,
    },
  });
  expect(defined.status(), await defined.text()).toBe(200);
  await giveRoles(bank, [ROLE]);
  try {
    const signedIn = await page.request.post(`${bank.url}/api/admin/session`, {
      data: { email: ADVISER?.email, password: ADVISER?.password },
      headers: { origin: bank.url },
    });
    expect(signedIn.status()).toBe(200);
    const { session } = await signedIn.json();
    const given = await desk.api.put(`/api/admin/assignments/client/${own.accountId}/assignee`, {
      data: { seenAssigneeId: null, assigneeId: session.userId },
    });
    expect(given.status(), await given.text()).toBe(200);

    await page.goto('/admin-dashboard?tab=clients');
    await expect(page.getByRole('link', { name: own.name })).toBeVisible();
    await expect(page.getByText(foreign.name)).toHaveCount(0);
    await expectAccessible(page);
    // Neither a search nor a direct address finds the file of somebody else.
    await page.goto(`/admin-dashboard?tab=clients&q=${encodeURIComponent(foreign.email)}`);
    await expect(
      page.getByRole('heading', { name: `Aucun résultat pour “${foreign.email}”.` }),
    ).toBeVisible();
    await page.goto(`/admin/clients/${foreign.accountId}`);
    await expect(page.getByText(foreign.name)).toHaveCount(0);

    await page.goto(`/admin-dashboard?tab=clients&q=${encodeURIComponent(own.email)}`);
    await page.getByRole('button', { name: `Effectuer un virement à ${own.name}` }).click();
    const credit = page.getByRole('dialog', { name: 'Effectuer un virement' });
    await expect(credit).toContainText('Votre limite');
    await credit.locator('[name=description]').fill('Versement au guichet');
    await credit.locator('[name=amount]').fill('150');
    await expect(credit.getByRole('button', { name: 'Proposer le crédit' })).toBeVisible();
    await expectAccessible(page);
    await credit.locator('[name=amount]').fill('100');
    await expect(credit.getByRole('button', { name: 'Proposer le crédit' })).toHaveCount(0);
  } finally {
    await giveRoles(bank, ['adviser']);
  }
});
