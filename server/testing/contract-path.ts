import type { ConfirmedOperation } from '#domain/operations.ts';
import { confirmationSubject } from '#domain/sessions/confirmation.ts';
import { accepted } from './populated-bank.ts';
import { type Answer, type ClientPerson, type Person, TEST_PASSWORD } from './test-bank.ts';

/** The path of a contract of credit, as its people walk it, for tests. */

const REQUEST = {
  amountMinor: 10_000_00,
  purpose: 'Travaux',
  durationMonths: 36,
  monthlyIncomeMinor: 3_000_00,
  product: 'personal',
};

/** A request for a loan of a client who can receive documents as PDF. */
export async function requestForContract(client: ClientPerson, fields: object = {}): Promise<string> {
  accepted(await client.post('/durable-medium-consent', { canKeepPdf: true }));
  return accepted(await client.post('/loans', { ...REQUEST, ...fields })).loan.id;
}

/** Makes the offer of a request. */
export async function offerOn(staff: Person, loanId: string, seenPhase = 'submitted'): Promise<void> {
  accepted(await staff.post(`/admin/loans/${loanId}/offer`, { seenPhase }));
}

/** Sends a call that has to be confirmed, with the confirmation of exactly this call. */
export async function confirmed(
  person: Person,
  operation: ConfirmedOperation,
  path: string,
  call: { readonly named: object; readonly fields: object; readonly key?: string },
): Promise<Answer> {
  const { body } = await person.post('/session/confirmation', {
    operation,
    subject: confirmationSubject(operation, { ...call.named, ...call.fields }),
    currentPassword: TEST_PASSWORD,
  });
  return person.post(path, call.fields, {
    headers: { 'x-confirmation': body.token },
    ...(call.key ? { key: call.key } : {}),
  });
}

/** What a client sends to accept an offer, read from the offer itself, with every paper opened. */
export async function acceptanceOf(client: ClientPerson, loanId: string, fields: object = {}) {
  const { offer, papers } = accepted(await client.get(`/loans/${loanId}/offer`));
  for (const { id } of papers) accepted(await client.get(`/loans/${loanId}/papers/${id}`));
  return {
    amountMinor: offer.amountMinor,
    annualRateBps: offer.annualRateBps,
    durationMonths: offer.durationMonths,
    setHash: offer.setHash,
    hasReceivedPapers: true,
    keepsCopyWithSlip: true,
    acceptsOffer: true,
    dueDay: 5,
    payoutChoice: 'earliest',
    ...fields,
  };
}

/** Accepts an offer. */
export async function accept(
  client: ClientPerson,
  loanId: string,
  fields: object = {},
  key?: string,
): Promise<Answer> {
  return confirmed(client, 'loans.accept', `/loans/${loanId}/offer/acceptance`, {
    named: { id: loanId },
    fields: await acceptanceOf(client, loanId, fields),
    ...(key ? { key } : {}),
  });
}

/** Agrees to an accepted contract. */
export function agree(staff: Person, loanId: string, seenPhase = 'accepted'): Promise<Answer> {
  return staff.post(`/admin/loans/${loanId}/agreement`, { action: 'agree', seenPhase });
}
