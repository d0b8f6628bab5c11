import { newUuid } from '../../ids.ts';
import { nextIban } from '../next-iban.ts';
import { accepted, type PopulatedBank } from '../populated-bank.ts';
import { type ClientPerson, TEST_PASSWORD } from '../test-bank.ts';
import {
  type AccessRows,
  type Asked,
  anyone,
  byId,
  freshAddress,
  nextNumber,
  nothing,
  ofAssignee,
  staff,
} from './access-row.ts';

/** Rows of the routes about the staff and its work: proposals, dated limits, assignments, audit, jobs, roles, members. */

/** A command that a policy governs, on the account of a client. */
const commandOn = (_bank: PopulatedBank, owner: ClientPerson): Asked => ({
  fields: {
    operation: 'accounts.assignIban',
    input: { id: owner.accountId, iban: nextIban(), bankName: 'Banque du Marais' },
  },
});

export const STAFF_ROWS: AccessRows = {
  'POST /admin/approval-requirements': staff(commandOn),
  'GET /admin/proposals': staff(() => ({ fields: { list: 'all' } })),
  'GET /admin/proposals/{id}': staff(async (bank) => ({ ids: { id: (await bank.newProposal()).id } })),
  // A demonstration with four eyes off asks nobody.
  'POST /admin/proposals': staff(
    (bank, owner) => ({ fields: { ...commandOn(bank, owner).fields, seen: {} } }),
    {
      status: 409,
    },
  ),
  'POST /admin/emergencies': staff(
    (bank, owner) => ({
      fields: {
        ...commandOn(bank, owner).fields,
        category: 'client-risk',
        reason: 'Le client attend son IBAN depuis une semaine.',
      },
    }),
    { status: 409 },
  ),
  'POST /admin/proposals/{id}/approval': staff(async (bank) => {
    const { id, inputHash } = await bank.newProposal();
    return { ids: { id }, fields: { inputHash } };
  }),
  'POST /admin/proposals/{id}/refusal': staff(async (bank) => ({
    ids: { id: (await bank.newProposal()).id },
    fields: { reason: 'Aucun justificatif.' },
  })),
  'POST /admin/proposals/{id}/withdrawal': staff(
    async (bank) => ({ ids: { id: (await bank.newProposal()).id } }),
    // It is another's: to this person there is none.
    { status: 404 },
  ),
  'POST /admin/proposals/{id}/review': staff(
    async (bank) => ({
      ids: { id: (await bank.newProposal()).id },
      fields: { outcome: 'ratify', reason: 'Le reçu est au dossier.' },
    }),
    // It waits for an approval: it was no emergency.
    { status: 409 },
  ),
  'PUT /admin/four-eyes': staff(() => ({ fields: { isOn: false } })),
  'GET /admin/policies': staff(nothing),
  'PUT /admin/policies/{operation}': staff(
    () => ({
      ids: { operation: 'clients.remove' },
      // Somebody changed it since it was seen.
      fields: { seenVersion: 9, rows: [{ above: -1, approvers: [['compliance']] }] },
    }),
    { status: 409 },
  ),
  'GET /admin/audit': staff(
    (_, owner) => ({
      fields: { clientId: owner.accountId, actorId: owner.userId },
    }),
    { missingStatus: 200 },
  ),
  'GET /admin/audit.csv': staff(
    (_, owner) => ({
      fields: { clientId: owner.accountId, actorId: owner.userId },
    }),
    { missingStatus: 200 },
  ),
  'GET /admin/audit/verification': staff(nothing),
  'GET /admin/jobs': staff(nothing),
  'GET /admin/legal-parameters': staff(nothing),
  // A newer row than the one that is named was there.
  'PUT /admin/legal-parameters': staff(
    () => ({
      fields: {
        key: 'early.policy',
        from: '2027-06-01',
        value: 0,
        source: 'Décision',
        verified: 'decision',
        seenFrom: '2026-01-01',
      },
    }),
    { status: 409 },
  ),
  'GET /admin/role-holders': staff(() => ({ fields: { permission: 'loans.review' } })),
  'PUT /admin/assignments/{kind}/{id}': staff(async (bank, owner) => ({
    ids: { kind: 'fee', id: await bank.newFee(owner) },
    fields: { seenAssigneeId: null },
  })),
  'PUT /admin/assignments/{kind}/{id}/assignee': staff(async (bank, owner) => ({
    ids: { kind: 'fee', id: await bank.newFee(owner) },
    fields: { seenAssigneeId: null, assigneeId: bank.administrator.userId },
  })),
  'DELETE /admin/assignments/{kind}/{id}': staff((_, owner) => ({
    ids: { kind: 'client', id: owner.accountId },
  })),
  'POST /admin/bulk': staff((_, owner) => ({
    fields: {
      operation: 'tasks.take',
      items: [{ id: owner.accountId, seenAssigneeId: null }],
      common: { kind: 'client' },
    },
  })),
  'GET /admin/bulk': staff(nothing),
  // A run is its person's alone: to anybody else there is none.
  'GET /admin/bulk/{id}': staff(() => ({ ids: { id: newUuid() } }), { status: 404 }),
  'POST /admin/bulk/{id}/stop': staff(() => ({ ids: { id: newUuid() } }), { status: 404 }),
  'POST /admin/bulk/{id}/resumption': staff(() => ({ ids: { id: newUuid() } }), { status: 404 }),
  'GET /admin/bulk/{id}/report': staff(() => ({ ids: { id: newUuid() } }), { status: 404 }),
  'GET /admin/views': staff(() => ({ fields: { list: 'fees' } })),
  'POST /admin/views': staff(() => ({ fields: { list: 'fees', name: 'À moi', query: 'assignee=me' } })),
  // A view is its person's alone.
  'PUT /admin/views/{id}': staff(() => ({ ids: { id: newUuid() }, fields: { name: 'À moi' } }), {
    status: 404,
  }),
  'PUT /admin/views/{id}/sharing': staff(() => ({ ids: { id: newUuid() }, fields: { isShared: true } }), {
    status: 404,
  }),
  'DELETE /admin/views/{id}': staff(() => ({ ids: { id: newUuid() } }), { status: 404 }),
  'GET /admin/assignees': staff(nothing),
  'GET /admin/assignments': staff(nothing),
  'GET /admin/queues': staff(nothing),
  'GET /admin/exports/{list}': staff((bank) => ({ ids: { list: 'fees' }, ...ofAssignee(bank) }), {
    missingStatus: 200,
  }),
  'GET /admin/roles': staff(nothing),
  'PUT /admin/roles/{code}': staff(
    () => {
      return {
        ids: { code: `matrix-${nextNumber()}` },
        fields: { label: 'Essai', description: '', permissions: ['loans.review'], seenVersion: 0 },
      };
    },
    { status: 200 },
  ),
  'GET /admin/staff': staff(nothing),
  'POST /admin/staff': staff(() => ({
    fields: { email: freshAddress(), firstName: 'Sacha', lastName: 'Essai', roles: ['auditor'] },
  })),
  'GET /admin/staff/{id}': staff(byId((bank) => bank.newMember())),
  'PUT /admin/staff/{id}/roles': staff(async (bank) => ({
    ids: { id: await bank.newMember() },
    fields: { roles: ['auditor'] },
  })),
  'POST /admin/staff/{id}/suspension': staff(async (bank) => ({
    ids: { id: await bank.newMember() },
    fields: { reason: 'Absence longue', filesTo: bank.administrator.userId },
  })),
  'POST /admin/staff/{id}/resumption': staff(byId((bank) => bank.newMember('suspended'))),
  'POST /admin/staff/{id}/departure': staff(async (bank) => ({
    ids: { id: await bank.newMember() },
    fields: { reason: 'Fin de contrat', filesTo: bank.administrator.userId },
  })),
  'POST /admin/staff/{id}/invitation': staff(byId((bank) => bank.newMember('invited'))),
  'DELETE /admin/staff/{id}/invitation': staff(byId((bank) => bank.newMember('invited'))),
  'DELETE /admin/staff/{id}/sessions': staff(byId((bank) => bank.newMember())),
  'DELETE /admin/staff/{id}/sessions/{sessionId}': staff(async (bank) => {
    const id = await bank.newMember();
    const { sessions } = accepted(await bank.administrator.get(`/admin/staff/${id}`));
    return { ids: { id, sessionId: sessions[0].id } };
  }),
  'PUT /admin/staff/{id}/limits': staff(async (bank) => ({
    ids: { id: await bank.newMember() },
    fields: { limits: [{ operation: 'accounts.credit', perActEurMinor: 100_00, perDayEurMinor: null }] },
  })),
  'PUT /admin/staff/{id}/details': staff(async (bank) => ({
    ids: { id: await bank.newMember() },
    fields: { title: 'Conseiller', phone: '01 23 45 67 89' },
  })),
  'POST /admin/declared-links': staff(async (bank) => ({
    fields: {
      clientId: (await bank.newClient()).accountId,
      relation: 'relative',
      personId: await bank.newMember(),
    },
  })),
  'DELETE /admin/staff/{id}/links/{clientId}': staff(async (bank) => {
    const id = await bank.newMember();
    const { accountId: clientId } = await bank.newClient();
    const link = { clientId, relation: 'business', personId: id };
    accepted(await bank.administrator.post('/admin/declared-links', link));
    return { ids: { id, clientId } };
  }),
  'GET /staff-invitations/{token}': anyone(() => ({ ids: { token: 'x'.repeat(43) } }), { status: 400 }),
  'POST /staff-invitations/{token}': anyone(
    () => ({ ids: { token: 'x'.repeat(43) }, fields: { password: TEST_PASSWORD } }),
    { status: 400 },
  ),
};

/** It ends the session of everybody of the staff, so it comes after every other row. */
export const LAST_STAFF_ROWS: AccessRows = {
  'DELETE /admin/staff-sessions': staff(nothing, { isLast: true, endsEverySession: true }),
};
