import { addDays, legalDay } from '#domain/time/days.ts';
import { accepted, TEST_IBAN } from '../populated-bank.ts';
import type { ClientPerson } from '../test-bank.ts';
import { type AccessRows, byId, client, nothing, staff } from './access-row.ts';

/** Rows of the routes about programmed transfers, limits and holds. */

const today = () => legalDay(new Date());

const STANDING_ORDER = {
  amountMinor: 1_00,
  iban: TEST_IBAN,
  bankName: 'Banque du Marais',
  frequency: 'monthly',
  firstDay: addDays(today(), 40),
};

const newStandingOrder = async (owner: ClientPerson): Promise<string> =>
  accepted(await owner.post('/standing-orders', STANDING_ORDER)).standingOrder.id;

/** An order to somebody whose name was checked for it. */
async function checkedOrder(owner: ClientPerson) {
  const name = 'Zoé Renard';
  const { check } = accepted(await owner.post('/payee-checks', { iban: TEST_IBAN, name }));
  return { ...STANDING_ORDER, recipientName: name, payeeCheckId: check.id };
}

export const PROGRAMMED_ROWS: AccessRows = {
  'GET /standing-orders': client(nothing),
  'POST /standing-orders': client(async (_, owner) => ({ fields: await checkedOrder(owner) })),
  'PUT /standing-orders/{id}': client(async (_, owner) => ({
    ids: { id: await newStandingOrder(owner) },
    fields: await checkedOrder(owner),
  })),
  'POST /standing-orders/{id}/pause': client(async (_, owner) => ({
    ids: { id: await newStandingOrder(owner) },
    fields: { from: addDays(today(), 1) },
  })),
  'POST /standing-orders/{id}/resume': client(
    byId(async (_, owner) => {
      const id = await newStandingOrder(owner);
      accepted(await owner.post(`/standing-orders/${id}/pause`, { from: today() }));
      return id;
    }),
  ),
  'POST /standing-orders/{id}/end': client(byId((_, owner) => newStandingOrder(owner))),
  'GET /transfer-limits': client(nothing),
  'PUT /transfer-limits': client(() => ({ fields: { action: 'lower', dayMinor: 50_000_00 } })),
  'PUT /transfer-limits/instant': client(() => ({ fields: { operationMinor: 50_000_00, dayMinor: null } })),
  'GET /admin/clients/{id}/transfer-limits': staff((_, owner) => ({ ids: { id: owner.accountId } })),
  'GET /admin/clients/{id}/warning': staff((_, owner) => ({ ids: { id: owner.accountId } })),
  'PUT /admin/clients/{id}/warning': staff((_, owner) => ({
    ids: { id: owner.accountId },
    fields: { reason: 'Papiers perdus, signalés par le client.' },
  })),
  'GET /admin/legal-blocks': staff(nothing),
  // Lifted, so that the client's transfers go on in the other rows.
  'PUT /admin/clients/{id}/legal-block': staff((_, owner) => ({
    ids: { id: owner.accountId },
    fields: { reason: null },
  })),
  'PUT /admin/clients/{id}/transfer-limits': staff((_, owner) => ({
    ids: { id: owner.accountId },
    fields: { dayMinor: 40_000_00 },
  })),
  // An order of today has a name: found, and refused for its phase.
  'POST /withdrawals/{id}/recipient': client(
    async (bank, owner) => {
      const { recipientName, payeeCheckId } = await checkedOrder(owner);
      return { ids: { id: await bank.newWithdrawal(owner) }, fields: { recipientName, payeeCheckId } };
    },
    { status: 409 },
  ),
  'GET /admin/withdrawal-holds': staff(nothing),
  // Nothing of a demonstration is held: found, and refused for its phase.
  'POST /admin/withdrawals/{id}/hold-decision': staff(
    async (bank, owner) => ({
      ids: { id: await bank.newWithdrawal(owner) },
      fields: { action: 'refuse', reasonCode: 'missing-document' },
    }),
    { status: 409 },
  ),
};
