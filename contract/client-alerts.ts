import * as z from 'zod/mini';
import { alertReason } from '#domain/clients/alert.ts';
import { route } from './route.ts';
import { byId, id, instant } from './values.ts';

const tag = 'Client alerts';

/** What is said about a client until it is lifted. */
export const clientAlert = z.object({
  reason: z.string(),
  placedBy: z.nullable(z.string()),
  placedAt: instant,
});

/** A client's warning, and whether a hold rule looks at it. */
const shown = z.object({ warning: z.nullable(clientAlert), isLookedAt: z.boolean() });

const change = z.strictObject({ id, reason: alertReason });

export const clientAlertsContract = {
  show: route({
    method: 'GET',
    path: '/admin/clients/{id}/warning',
    summary: "The staff's warning about a client, and whether a rule in force holds transfers for it",
    tag,
    access: 'staff',
    refusals: ['not-found'],
  })
    .input(byId)
    .output(shown),
  setWarning: route({
    method: 'PUT',
    path: '/admin/clients/{id}/warning',
    summary: 'Warn about a client, in the place of a warning of before, or lift the warning',
    tag,
    access: 'staff',
    refusals: ['not-found', 'client.removed'],
  })
    .input(change)
    .output(shown),
  legalBlocks: route({
    method: 'GET',
    path: '/admin/legal-blocks',
    summary: 'Clients whose assets are frozen',
    tag,
    access: 'staff',
  }).output(z.object({ blocks: z.array(z.extend(clientAlert, { accountId: id, displayName: z.string() })) })),
  setLegalBlock: route({
    method: 'PUT',
    path: '/admin/clients/{id}/legal-block',
    summary: "Freeze a client's assets, in the place of a freeze of before, or lift the freeze",
    tag,
    access: 'staff',
    refusals: ['not-found', 'client.removed'],
  })
    .input(change)
    .output(z.object({ block: z.nullable(clientAlert) })),
};
