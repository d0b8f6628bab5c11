import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { type Institution, institutionSchema } from '#content/institution/schema.ts';
import { confirmationSubject } from '#domain/sessions/confirmation.ts';
import { MAX_PASSKEYS } from '#domain/sessions/second-factor.ts';
import { rowsOf } from '../../db/database.ts';
import { type Authenticator, createAuthenticator } from '../../testing/authenticator.ts';
import {
  type Answer,
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_ORIGIN,
  TEST_PASSWORD,
  type TestBank,
} from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { resetSecondFactor } from '../second-factor/reset-second-factor.ts';

const NOW = new Date('2026-11-20T12:00:10Z');
const LIVE: Institution = { ...institutionSchema.parse(demonstration), mode: 'live' };

let bank: TestBank;
let client: ClientPerson;

async function open(institution?: Institution): Promise<void> {
  bank = await openTestBank(institution ? { institution } : {});
  bank.setNow(NOW);
  client = await bank.client();
}
beforeEach(unlessUnchanged(() => open()));
afterEach(() => bank.close());

const later = (minutes: number) => bank.setNow(new Date(NOW.getTime() + minutes * 60_000));
const summaryOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();

/** The second step of somebody's proof, where they have a passkey. */
async function shown(person: Person, device?: Authenticator, subject?: string) {
  if (!device) return {};
  const { body } = await person.post('/two-factor/passkey-challenges', subject ? { subject } : {});
  return { passkey: device.sign(body) };
}

async function offer(person: Person, known?: Authenticator) {
  const proof = { currentPassword: TEST_PASSWORD, ...(await shown(person, known)) };
  return (await person.post('/two-factor/passkey-offers', proof)).body;
}

/** Gives somebody a passkey on a new device. */
async function setUp(
  person: Person,
  { name = 'Téléphone', known }: { name?: string; known?: Authenticator } = {},
) {
  const device = createAuthenticator(TEST_ORIGIN);
  const added = await person.post('/two-factor/passkeys', {
    name,
    ...device.make(await offer(person, known)),
  });
  expect(summaryOf(added)).toBe('200');
  return { device, codes: added.body.recoveryCodes as string[] };
}

const signIn = (email: string, more: object = {}) =>
  bank.visitor().post('/session', { email, password: TEST_PASSWORD, ...more });
/** What a passkey is asked at the second step. */
async function askedAtSignIn(email: string) {
  const { body } = await signIn(email);
  return JSON.parse(body.params.passkey);
}
const passkeysOf = async (person: Person): Promise<{ id: string; name: string }[]> =>
  (await person.get('/two-factor')).body.passkeys;
const lastMail = async () =>
  (
    await rowsOf<{ template: string; name: string | null }>(
      bank.database.db,
      sql`select template, params ->> 'name' as name from outbox order by created_at desc, id desc limit 1`,
    )
  )[0];

describe('making a passkey', () => {
  test('200: it is listed under its name, the first gives ten recovery codes and ends the other sessions', async () => {
    const other = bank.visitor();
    await other.post('/session', { email: client.email, password: TEST_PASSWORD });
    const { codes } = await setUp(client);
    expect(new Set(codes).size).toBe(10);
    expect((await client.get('/two-factor')).body).toMatchObject({
      activatedAt: null,
      recoveryCodesLeft: 10,
      passkeys: [{ name: 'Téléphone', createdAt: NOW.toISOString(), lastUsedAt: null }],
    });
    expect(await lastMail()).toEqual({ template: 'passkey-added', name: 'Téléphone' });
    expect([(await other.get('/profile')).status, (await client.get('/profile')).status]).toEqual([401, 200]);
  });

  test('a second one asks for the first, and leaves recovery codes and sessions as they are', async () => {
    const { device } = await setUp(client);
    expect(
      summaryOf(await client.post('/two-factor/passkey-offers', { currentPassword: TEST_PASSWORD })),
    ).toBe('400 auth.wrong-code');
    const { codes } = await setUp(client, { name: 'Clé du bureau', known: device });
    expect(codes).toEqual([]);
    expect((await passkeysOf(client)).map(({ name }) => name)).toEqual(['Téléphone', 'Clé du bureau']);
    expect((await client.get('/two-factor')).body.recoveryCodesLeft).toBe(10);
  });

  test.each([
    ['another origin', { origin: 'https://guichet.example.evil' }],
    ['a challenge of their own', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['RSA with SHA-1, an algorithm that was not offered', { algorithm: -65_535 }],
    ['ECDSA with SHA-512, an algorithm that was not offered', { algorithm: -36 }],
  ])('400 for one made with %s', async (_, wrong) => {
    const device = createAuthenticator(TEST_ORIGIN);
    const made = device.make(await offer(client), wrong);
    expect(summaryOf(await client.post('/two-factor/passkeys', { name: 'Téléphone', ...made }))).toBe(
      '400 auth.wrong-passkey',
    );
    expect(await passkeysOf(client)).toEqual([]);
  });

  test('400 for an offer that was used, was made to somebody else, or is five minutes old; 400 for a device that is known', async () => {
    const device = createAuthenticator(TEST_ORIGIN);
    const made = device.make(await offer(client));
    const add = (person: Person, one: object) =>
      person.post('/two-factor/passkeys', { name: 'Téléphone', ...one });
    const stranger = await bank.client();
    expect(summaryOf(await add(stranger, made))).toBe('400 auth.wrong-passkey');
    expect(summaryOf(await add(client, made))).toBe('200');
    expect(summaryOf(await add(client, made))).toBe('400 auth.wrong-passkey');
    expect(summaryOf(await add(stranger, device.make(await offer(stranger))))).toBe('400 auth.wrong-passkey');
    const late = createAuthenticator(TEST_ORIGIN).make(await offer(stranger));
    later(5);
    expect(summaryOf(await add(stranger, late))).toBe('400 auth.wrong-passkey');
  });

  test('400 without the password or a name, 401 without a session, 409 when there are enough', async () => {
    expect(
      summaryOf(await client.post('/two-factor/passkey-offers', { currentPassword: 'ce-n-est-pas-le-bon' })),
    ).toBe('400 auth.wrong-password');
    const made = createAuthenticator(TEST_ORIGIN).make(await offer(client));
    expect(summaryOf(await client.post('/two-factor/passkeys', { name: ' ', ...made }))).toBe(
      '400 request.invalid',
    );
    for (const path of ['-offers', '-challenges', 's', `s/${client.userId}/removal`])
      expect((await bank.visitor().post(`/two-factor/passkey${path}`, {})).status).toBe(401);
    expect(summaryOf(await client.post('/two-factor/passkey-challenges'))).toBe(
      '409 auth.second-factor-inactive',
    );
    await bank.database.db.execute(sql`insert into passkeys
      (id, user_id, name, credential_id, public_key, counter, transports, created_at)
      select gen_random_uuid(), ${client.userId}::uuid, 'N', 'c' || n, 'k', 0, '', now()
      from generate_series(1, ${MAX_PASSKEYS}) n`);
    expect(
      summaryOf(await client.post('/two-factor/passkey-offers', { currentPassword: TEST_PASSWORD })),
    ).toBe('409 auth.too-many-passkeys');
    expect(summaryOf(await client.post('/two-factor/passkeys', { name: 'Téléphone', ...made }))).toBe(
      '409 auth.too-many-passkeys',
    );
  });
});

describe('signing in with a passkey', () => {
  test('401 after the password alone, with what the passkey is asked; its answer lets in', async () => {
    const { device } = await setUp(client);
    const first = await signIn(client.email);
    expect([summaryOf(first), first.body.params.by]).toEqual(['401 auth.second-factor-required', 'passkey']);
    const asked = JSON.parse(first.body.params.passkey);
    expect(asked).toMatchObject({
      rpId: 'bank.test',
      allowCredentials: [{ id: device.id, type: 'public-key', transports: ['internal'] }],
    });
    expect((await signIn(client.email, { passkey: device.sign(asked) })).body.session.home).toBe(
      '/client-dashboard',
    );
    expect((await client.get('/two-factor')).body.passkeys[0].lastUsedAt).toBe(NOW.toISOString());
  });

  test.each([
    ['another origin', { origin: 'http://bank.test.evil' }],
    ['another host', { rpId: 'evil.test' }],
    ['a challenge of their own', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['the name of no passkey', { id: 'AAAA' }],
  ])('400 for an answer with %s', async (_, wrong) => {
    const { device } = await setUp(client);
    const passkey = device.sign(await askedAtSignIn(client.email), wrong);
    expect(summaryOf(await signIn(client.email, { passkey }))).toBe('400 auth.wrong-passkey');
  });

  test('an answer serves once, also sent three times at one moment, and not after five minutes', async () => {
    const { device } = await setUp(client);
    const passkey = device.sign(await askedAtSignIn(client.email));
    const answers = await Promise.all([1, 2, 3].map(() => signIn(client.email, { passkey })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const late = device.sign(await askedAtSignIn(client.email));
    later(5);
    expect(summaryOf(await signIn(client.email, { passkey: late }))).toBe('400 auth.wrong-passkey');
  });

  test('a counter below the last one means a copy; a device without a counter is accepted', async () => {
    const { device } = await setUp(client);
    device.countTo(7);
    const first = device.sign(await askedAtSignIn(client.email));
    expect((await signIn(client.email, { passkey: first })).status).toBe(200);
    for (const before of [7, 6, -1]) {
      device.countTo(before);
      const copy = device.sign(await askedAtSignIn(client.email));
      expect(summaryOf(await signIn(client.email, { passkey: copy }))).toBe('400 auth.wrong-passkey');
    }
    const stranger = await bank.client();
    const { device: still } = await setUp(stranger);
    for (const _ of [1, 2]) {
      still.countTo(-1);
      const passkey = still.sign(await askedAtSignIn(stranger.email));
      expect((await signIn(stranger.email, { passkey })).status).toBe(200);
    }
  });

  test("somebody else's passkey, and an answer to what somebody else was asked, are refused", async () => {
    const { device } = await setUp(client);
    const stranger = await bank.client();
    const { device: theirs } = await setUp(stranger);
    const foreign = theirs.sign(await askedAtSignIn(client.email));
    expect(summaryOf(await signIn(client.email, { passkey: foreign }))).toBe('400 auth.wrong-passkey');
    const misplaced = device.sign(await askedAtSignIn(stranger.email));
    expect(summaryOf(await signIn(client.email, { passkey: misplaced }))).toBe('400 auth.wrong-passkey');
  });

  test('a wrong password gets no passkey challenge, and wrong answers block like wrong codes', async () => {
    const { device } = await setUp(client);
    const asked = await askedAtSignIn(client.email);
    const wrong = await signIn(client.email, {
      password: 'non-et-non-et-non',
      passkey: device.sign(asked),
    });
    expect([summaryOf(wrong), wrong.body.params]).toEqual(['401 auth.invalid-credentials', undefined]);
    for (const _ of [1, 2, 3, 4])
      await signIn(client.email, { passkey: device.sign(await askedAtSignIn(client.email), { id: 'AAAA' }) });
    expect(summaryOf(await signIn(client.email))).toBe('429 auth.too-many-attempts');
  });

  test('a recovery code stands in for it, once', async () => {
    const { codes } = await setUp(client);
    expect((await signIn(client.email, { code: codes[0] })).status).toBe(200);
    expect(summaryOf(await signIn(client.email, { code: codes[0] }))).toBe('400 auth.wrong-code');
  });
});

describe('confirming with a passkey', () => {
  const payment = { amountMinor: 5_00, iban: 'FR7630006000011234567890189', bankName: 'Banque' };

  test('the answer is bound to amount and payee, to the session, and serves once', async () => {
    const { device } = await setUp(client);
    await bank.fund(client, 100_00);
    await bank.travelTo(NOW);
    // As a live institution asks: an hour after the sign-in even a demonstration does.
    await bank.database.db.execute(sql`update sessions set created_at = created_at - interval '2 hours'`);
    const refused = await client.post('/withdrawals', payment);
    expect([summaryOf(refused), refused.body.params]).toEqual([
      '403 auth.confirmation-required',
      { by: 'passkey' },
    ]);
    const subject = confirmationSubject('withdrawals.request', payment);
    const confirm = (of: string, proof: object) =>
      client.post('/session/confirmation', { operation: 'withdrawals.request', subject: of, ...proof });
    const dearer = confirmationSubject('withdrawals.request', { ...payment, amountMinor: 50_00 });
    const elsewhere = confirmationSubject('withdrawals.request', { ...payment, iban: 'DE12' });
    for (const other of [dearer, elsewhere])
      expect(summaryOf(await confirm(other, await shown(client, device, subject)))).toBe(
        '400 auth.wrong-passkey',
      );
    expect(summaryOf(await confirm(subject, await shown(client, device)))).toBe('400 auth.wrong-passkey');
    expect(summaryOf(await confirm(subject, { currentPassword: TEST_PASSWORD }))).toBe('400 auth.wrong-code');
    const proof = await shown(client, device, subject);
    const { body } = await confirm(subject, proof);
    expect(summaryOf(await confirm(subject, proof))).toBe('400 auth.wrong-passkey');
    const headers = { 'x-confirmation': body.token };
    expect(
      summaryOf(await client.post('/withdrawals', { ...payment, amountMinor: 50_00 }, { headers })),
    ).toBe('403 auth.confirmation-required');
    expect(summaryOf(await client.post('/withdrawals', payment, { headers }))).toBe('200');
  });

  test('an answer given at the sign-in confirms nothing, and the other way round', async () => {
    const { device } = await setUp(client);
    const subject = confirmationSubject('withdrawals.request', payment);
    const atSignIn = device.sign(await askedAtSignIn(client.email));
    expect(
      summaryOf(
        await client.post('/session/confirmation', {
          operation: 'withdrawals.request',
          subject,
          passkey: atSignIn,
        }),
      ),
    ).toBe('400 auth.wrong-passkey');
    expect(summaryOf(await signIn(client.email, await shown(client, device, subject)))).toBe(
      '400 auth.wrong-passkey',
    );
  });
});

test('changing the password or the address takes the passkey beside the password', async () => {
  const { device } = await setUp(client);
  const changes = [
    ['/profile/email', { email: 'neuve@example.test' }],
    ['/profile/password', { newPassword: 'quatre-mots-bien-choisis-ici' }],
  ] as const;
  for (const [path, fields] of changes) {
    const input = { ...fields, currentPassword: TEST_PASSWORD };
    expect(summaryOf(await client.put(path, input))).toBe('400 auth.wrong-code');
    const bound = await shown(client, device, confirmationSubject('withdrawals.request', {}));
    expect(summaryOf(await client.put(path, { ...input, ...bound }))).toBe('400 auth.wrong-passkey');
    expect(summaryOf(await client.put(path, { ...input, ...(await shown(client, device)) }))).toBe('200');
  }
});

describe('removing a passkey', () => {
  const remove = async (person: Person, id: string, proof: object) =>
    person.post(`/two-factor/passkeys/${id}/removal`, { currentPassword: TEST_PASSWORD, ...proof });

  test('takes the password and a second factor, ends the other sessions; with the last one the recovery codes go', async () => {
    const { device, codes } = await setUp(client);
    await setUp(client, { name: 'Clé du bureau', known: device });
    const [first, second] = await passkeysOf(client);
    expect(summaryOf(await remove(client, first?.id ?? '', {}))).toBe('400 auth.wrong-code');
    const other = bank.visitor();
    await other.post('/session', { email: client.email, password: TEST_PASSWORD, code: codes[0] });
    expect(summaryOf(await remove(client, second?.id ?? '', await shown(client, device)))).toBe('200');
    expect((await other.get('/profile')).status).toBe(401);
    expect(await lastMail()).toEqual({ template: 'passkey-removed', name: 'Clé du bureau' });
    expect((await client.get('/two-factor')).body.recoveryCodesLeft).toBe(9);
    expect(summaryOf(await remove(client, first?.id ?? '', { code: codes[1] }))).toBe('200');
    expect(await lastMail()).toMatchObject({ template: 'second-factor-off' });
    expect((await client.get('/two-factor')).body).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    expect((await signIn(client.email)).status).toBe(200);
  });

  test("404 for somebody else's, as for none", async () => {
    const { device } = await setUp(client);
    const stranger = await bank.client();
    await setUp(stranger);
    const [theirs] = await passkeysOf(stranger);
    for (const id of [theirs?.id ?? '', client.userId])
      expect(summaryOf(await remove(client, id, await shown(client, device)))).toBe('404 not-found');
    expect(await passkeysOf(stranger)).toHaveLength(1);
  });

  test('the operator removes every one of a person who lost them', async () => {
    await setUp(client);
    expect(await resetSecondFactor(bank.database.db, bank.bank.surroundings, client.email)).toBe('reset');
    expect((await signIn(client.email)).status).toBe(200);
  });
});

describe('an administrator', () => {
  test('of a live institution has a second factor with a passkey, and cannot remove the last one', async () => {
    await bank.close();
    await open(LIVE);
    const administrator = await bank.administrator();
    expect(summaryOf(await administrator.get('/admin/loans'))).toBe('403 auth.second-factor-missing');
    const { device } = await setUp(administrator);
    expect((await administrator.get('/admin/loans')).status).toBe(200);
    const [only] = await passkeysOf(administrator);
    const remove = async () =>
      administrator.post(`/two-factor/passkeys/${only?.id}/removal`, {
        currentPassword: TEST_PASSWORD,
        ...(await shown(administrator, device)),
      });
    expect(summaryOf(await remove())).toBe('409 auth.second-factor-needed');
    expect(await passkeysOf(administrator)).toHaveLength(1);
    await setUp(administrator, { name: 'Clé du coffre', known: device });
    expect(summaryOf(await remove())).toBe('200');
    expect((await administrator.get('/admin/loans')).status).toBe(200);
  });

  test('leaves a line in the audit trail for each one made or removed', async () => {
    const administrator = await bank.administrator();
    const { device, codes } = await setUp(administrator);
    const [only] = await passkeysOf(administrator);
    const proof = { currentPassword: TEST_PASSWORD, ...(await shown(administrator, device)) };
    expect(codes).toHaveLength(10);
    await administrator.post(`/two-factor/passkeys/${only?.id}/removal`, proof);
    const operations = await rowsOf<{ operation: string }>(
      bank.database.db,
      sql`select operation from audit_entries where operation like 'secondFactor.%' order by number`,
    );
    expect(operations.map(({ operation }) => operation)).toEqual([
      'secondFactor.addPasskey',
      'secondFactor.removePasskey',
    ]);
  });
});
