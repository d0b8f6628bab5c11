import { JOB_NAMES, type JobName } from '#domain/jobs/timetable.ts';
import vectors from '#domain/loans/vectors/loan-life-cycle.json' with { type: 'json' };
import type { ConfirmedOperation } from '#domain/operations.ts';
import { confirmationSubject } from '#domain/sessions/confirmation.ts';
import { accepted } from './populated-bank.ts';
import { sizeFor } from './size.ts';
import {
  type Answer,
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from './test-bank.ts';
import { fromThere } from './unchanged-bank.ts';

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

/** The moment at which the tests of contracts begin. */
export const CONTRACT_START = new Date('2026-12-01T09:00:00.000Z');

/** A bank at that moment, two members of its staff and a client. */
export async function openContractBank() {
  const bank = await openTestBank();
  bank.setNow(CONTRACT_START);
  const administrator = await bank.administrator();
  const colleague = await bank.administrator();
  const client = await bank.client({ firstName: 'Camille', lastName: 'Concernée' });
  return { bank, administrator, colleague, client };
}

/** The published cases of a family, with their ids. */
export const casesOf = (family: string) =>
  vectors.cases
    .filter((one) => one.family === family)
    // biome-ignore lint/suspicious/noExplicitAny: each family of the file has its own fields.
    .map((one) => [one.id, one as any] as const);

/** Those that go through the API as well, of which `domain/` computes every one: in `npm test` the first ones. */
export const casesThroughApi = (family: string, count = 1) =>
  casesOf(family).slice(0, sizeFor({ small: count, whole: undefined }));

/** The status and the code of a refused call. */
export const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

/** The jobs that read or change a contract or its loan: a day of all jobs is three times as many transactions. */
const JOBS_OF_CONTRACTS: readonly JobName[] = [
  'purge-loan-files',
  'expire-offers',
  'lapse-contracts',
  'remind-withdrawal-right',
  'pay-out-loans',
  'collect-returns',
  'check-loans',
  'announce-instalments',
  'collect-morning',
  'collect-evening',
  'watch-arrears',
  'accrue-interest',
];

/** What tests of contracts ask, and do, with the people that the test has at that moment. */
export function contractSteps(
  people: () => { readonly bank: TestBank; readonly administrator: Person; readonly client: ClientPerson },
) {
  return {
    phaseOf: async (loanId: string) => accepted(await people().client.get(`/loans/${loanId}`)).loan.phase,
    contractOf: async (loanId: string) =>
      accepted(await people().client.get(`/loans/${loanId}/offer`)).contract,
    balance: async () => accepted(await people().client.get('/overview')).account.balanceMinor,
    async mailsOf() {
      const { bank, client } = people();
      const path = `/demo/mails?recipient=${encodeURIComponent(client.email)}`;
      const { mails } = accepted(await bank.visitor().get(path));
      return mails.map(({ subject }: { subject: string }) => subject) as string[];
    },
    async kinds() {
      const { notifications } = accepted(await people().client.get('/notifications'));
      return notifications.map(({ kind }: { kind: string }) => kind) as string[];
    },
    /** Moves the clock to a moment and runs the jobs of contracts that are due; the whole tests run all jobs. */
    async liveTo(moment: string): Promise<void> {
      const { bank } = people();
      await bank.travelTo(new Date(moment));
      await bank.runJobs(sizeFor({ small: JOBS_OF_CONTRACTS, whole: JOB_NAMES }));
      await bank.travelTo(new Date(moment));
    },
    /** A contract that was accepted at a moment, with its offer made a minute before; what the client chose at the acceptance may differ. */
    acceptedAt: (moment: Date, fields: object = {}, choices: object = {}): Promise<string> =>
      fromThere(`accepted at ${moment.toISOString()} with ${JSON.stringify([fields, choices])}`, async () => {
        const { bank, administrator, client } = people();
        await bank.travelTo(new Date(moment.getTime() - 60_000));
        const loanId = await requestForContract(client, fields);
        await offerOn(administrator, loanId);
        await bank.travelTo(moment);
        accepted(await accept(client, loanId, choices));
        return loanId;
      }),
  };
}
