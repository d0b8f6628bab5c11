import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import {
  accept,
  acceptanceOf,
  CONTRACT_START,
  confirmed,
  contractSteps,
  offerOn,
  openContractBank,
  refusal,
  requestForContract,
} from '../../testing/contract-path.ts';
import { accepted } from '../../testing/populated-bank.ts';
import type { ClientPerson, Person, TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

/** The acceptance of an offer: its papers, boxes, confirmation and evidence. */

let bank: TestBank;
let administrator: Person;
let client: ClientPerson;
const { phaseOf, balance, mailsOf, kinds, liveTo } = contractSteps(() => ({ bank, administrator, client }));

beforeEach(
  unlessUnchanged(async () => {
    ({ bank, administrator, client } = await openContractBank());
  }),
);
afterEach(() => bank.close());

const daysAfterStart = (days: number) => new Date(CONTRACT_START.getTime() + days * 86_400_000).toISOString();

describe('LC-42 to LC-47: the acceptance', () => {
  let loanId: string;
  beforeEach(async () => {
    loanId = await requestForContract(client);
    await offerOn(administrator, loanId);
  });
  const acceptWith = async (fields: object) =>
    confirmed(client, 'loans.accept', `/loans/${loanId}/offer/acceptance`, { named: { id: loanId }, fields });

  test('LC-23, LC-28 to LC-31, LC-32 the set is kept whole: papers with versions and hashes, attached to the mail', async () => {
    const { offer, papers } = accepted(await client.get(`/loans/${loanId}/offer`));
    expect(papers.map(({ kind }: { kind: string }) => kind)).toEqual([
      'explanations',
      'fipen',
      'offer',
      'withdrawal-slip',
      'planned-schedule',
    ]);
    expect(offer).toMatchObject({
      amountMinor: 10_000_00,
      instalmentMinor: 294_80,
      lastInstalmentMinor: 294_59,
      dailyInterestMinor: 1_06,
      taegBps: 397,
      largestFirstInstalmentMinor: 294_80 + 32_05,
    });
    const [mail] = await rowsOf<{ count: number }>(
      bank.database.db,
      sql`select cardinality(paper_ids)::int as count from outbox where template = 'loan-offered'`,
    );
    expect(mail?.count).toBe(5);
    expect(await kinds()).toContain('loan-offered');
  });

  test('LC-42 offer.unopened until each paper was opened', async () => {
    const fields = await (async () => {
      const { offer } = accepted(await client.get(`/loans/${loanId}/offer`));
      return {
        amountMinor: offer.amountMinor,
        annualRateBps: offer.annualRateBps,
        durationMonths: offer.durationMonths,
        setHash: offer.setHash,
      };
    })();
    const whole = {
      ...fields,
      hasReceivedPapers: true,
      keepsCopyWithSlip: true,
      acceptsOffer: true,
      dueDay: null,
      payoutChoice: 'earliest',
    };
    expect(refusal(await acceptWith(whole))).toEqual([409, 'offer.unopened']);
    expect((await acceptWith(await acceptanceOf(client, loanId))).status).toBe(200);
  });

  test.each(['hasReceivedPapers', 'keepsCopyWithSlip', 'acceptsOffer'])(
    'LC-43 a call without the box %s is refused',
    async (box) => {
      const { [box as 'acceptsOffer']: _, ...without } = await acceptanceOf(client, loanId);
      for (const fields of [without, { ...without, [box]: false }]) {
        const { status, body } = await acceptWith(fields);
        expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([400, [box]]);
      }
      expect(await phaseOf(loanId)).toBe('offered');
    },
  );

  test('LC-47 asks for a confirmation however fresh the sign-in is, bound to these very conditions', async () => {
    const fields = await acceptanceOf(client, loanId);
    const path = `/loans/${loanId}/offer/acceptance`;
    const bare = await client.post(path, fields);
    expect(refusal(bare)).toEqual([403, 'auth.confirmation-required']);
    expect(bare.body.params).toMatchObject({ who: 'Camille Concernée', amountMinor: 10_000_00 });
    expect(refusal(await acceptWith({ ...fields, amountMinor: 9_000_00 }))).toEqual([409, 'offer.changed']);
    expect(refusal(await acceptWith({ ...fields, setHash: '0'.repeat(64) }))).toEqual([409, 'offer.changed']);
  });

  test('LC-1, LC-45 freezes the evidence, sends the signed contract, and nothing else happens (LC-48)', async () => {
    accepted(await accept(client, loanId));
    const { contract, papers } = accepted(await client.get(`/loans/${loanId}/offer`));
    expect(papers.map(({ kind }: { kind: string }) => kind)).toContain('contract');
    expect(contract).toMatchObject({ dueDay: 5, payoutDay: '2026-12-09', agreedAt: null, canWithdraw: true });
    const signed = await client.get(`/loans/${loanId}/contract.pdf`);
    expect(new TextDecoder().decode(signed.bytes.subarray(0, 5))).toBe('%PDF-');
    const [row] = await rowsOf<{ statements: string[]; evidence: Record<string, string>; set_hash: string }>(
      bank.database.db,
      sql`select statements, evidence, set_hash from loan_contracts where id = ${loanId}::uuid`,
    );
    expect(row?.statements).toHaveLength(3);
    // LC-1: the path is that of the contract from now on.
    expect(await rowsOf(bank.database.db, sql`select path from loans where id = ${loanId}::uuid`)).toEqual([
      { path: 'contract' },
    ]);
    expect(row?.statements[2]).toContain(contract.reference);
    expect(row?.evidence.proof).not.toBe('');
    expect(row?.evidence.signatureLevel).toBe('simple');
    expect(await balance()).toBe(0);
    expect(await mailsOf()).toContain(`Votre contrat de crédit ${contract.reference}`);
    for (const change of ['accepted_at = now()', "evidence = '{}'", "withdrawal_last_day = '2030-01-01'"])
      await expect(
        bank.database.db.execute(sql.raw(`update loan_contracts set ${change}`)),
      ).rejects.toThrow();
  });

  test('LC-46 twice under one key is once; another person, and a second time, are refused', async () => {
    const key = newUuid();
    const fields = await acceptanceOf(client, loanId);
    const send = () =>
      confirmed(client, 'loans.accept', `/loans/${loanId}/offer/acceptance`, {
        named: { id: loanId },
        fields,
        key,
      });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(refusal(await acceptWith(fields))).toEqual([409, 'loan.wrong-phase']);
    const stranger = await bank.client();
    const theirs = await confirmed(stranger, 'loans.accept', `/loans/${loanId}/offer/acceptance`, {
      named: { id: loanId },
      fields,
    });
    expect(theirs.status).toBe(404);
    expect((await stranger.get(`/loans/${loanId}/offer`)).status).toBe(404);
  });

  test('LC-36 an offer is declined, once', async () => {
    accepted(await client.post(`/loans/${loanId}/offer/decline`));
    expect(await phaseOf(loanId)).toBe('declined');
    expect(refusal(await client.post(`/loans/${loanId}/offer/decline`))).toEqual([409, 'loan.wrong-phase']);
    expect(refusal(await accept(client, loanId))).toEqual([409, 'loan.wrong-phase']);
    expect(await kinds()).toContain('loan-declined');
  });

  test('LC-107 a declined offer goes with its request thirty days after, and not before', async () => {
    accepted(await client.post(`/loans/${loanId}/offer/decline`));
    await liveTo(daysAfterStart(30));
    expect(await phaseOf(loanId)).toBe('declined');
    await liveTo(daysAfterStart(32));
    expect((await client.get(`/loans/${loanId}`)).status).toBe(404);
  });
});
