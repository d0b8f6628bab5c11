import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatMoney } from '#domain/money/format.ts';
import { passkeys, recoveryCodes, secondFactors } from '../db/schema/index.ts';
import { newUuid } from '../ids.ts';
import { type ReadPdf, readPdf } from '../testing/pdf-text.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(new Date('2026-09-10T09:00:00Z'));
    client = await bank.client({ firstName: 'Élodie', lastName: 'Ünal-Őze' });
    administrator = await bank.administrator();
  }),
);
afterEach(() => bank.close());

const euros = (minor: number) => formatMoney({ amountMinor: minor, currency: 'EUR' }, 'fr-FR');

async function pdfAt(path: string, who: Person = client): Promise<ReadPdf> {
  const { status, headers, bytes, body } = await who.get(path);
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('cache-control')).toBe('no-store');
  return readPdf(bytes);
}

const problemAt = async (path: string, who: Person = client) => {
  const { status, body } = await who.get(path);
  return { status, body };
};

const assignIban = (iban = 'FR76 3000 6000 0112 3456 7890 189') =>
  administrator.put(`/admin/clients/${client.accountId}/iban`, { iban, bankName: 'Guichet Démo' });

const credit = (amountMinor: number, description: string, currency = 'EUR') =>
  administrator.post(`/admin/clients/${client.accountId}/credits`, { amountMinor, currency, description });

describe('GET /documents/personal-data.pdf', () => {
  test('200: everything about the person and nobody else; 401 without a session', async () => {
    const stranger = await bank.client({ firstName: 'Inconnue' });
    await bank.fund(stranger, 77_77);
    await assignIban();
    await credit(900_00, 'Salaire');
    await client.post('/loans', {
      amountMinor: 1_000_00,
      purpose: 'Un vélo',
      durationMonths: 12,
      monthlyIncomeMinor: 2_000_00,
    });
    const { text } = await pdfAt('/documents/personal-data.pdf');
    for (const words of [
      'Prénom Élodie',
      'Nom Ünal-Őze',
      `Adresse e-mail ${client.email}`,
      `Solde ${euros(900_00)}`,
      'IBAN FR76 3000 6000 0112 3456 7890 189',
      'Salaire',
      'Un vélo',
      'Votre compte courant est ouvert.',
      'Votre IBAN est disponible',
    ])
      expect(text).toContain(words);
    for (const words of ['Inconnue', stranger.email, euros(77_77), 'Dominique Gestion'])
      expect(text).not.toContain(words);
    expect(text).not.toContain('Double authentification');
    const half = await bank.halfSignedUp({ firstName: 'Moitié' });
    expect((await pdfAt('/documents/personal-data.pdf', half)).text).toContain('Prénom Moitié');
    expect((await problemAt('/documents/personal-data.pdf', bank.visitor())).status).toBe(401);
  });
});

test('the personal data name the second factors and sessions, and nothing that proves who one is', async () => {
  const { db } = bank.database;
  const since = new Date('2026-09-08T10:00:00Z');
  const { userId } = client;
  await db
    .insert(secondFactors)
    .values({ userId, secret: 'SEALED-SECRET', activatedAt: since, createdAt: since });
  await db.insert(passkeys).values({
    id: newUuid(),
    userId,
    name: 'Téléphone',
    credentialId: 'CREDENTIAL',
    publicKey: 'PUBLIC-KEY',
    counter: 1,
    transports: 'internal',
    createdAt: since,
  });
  await db
    .insert(recoveryCodes)
    .values({ id: newUuid(), userId, selector: 'SELE', hash: 'HASH-OF-CODE', createdAt: since });
  const { text } = await pdfAt('/documents/personal-data.pdf');
  const { body } = await client.get('/profile/export');
  expect(body.secondFactor).toEqual({
    activatedAt: since.toISOString(),
    passkeys: [{ name: 'Téléphone', createdAt: since.toISOString(), lastUsedAt: null }],
    recoveryCodes: [{ createdAt: since.toISOString(), usedAt: null }],
  });
  for (const words of [
    "Application d'authentification 08/09/2026",
    "Clé d'accès «\u00a0Téléphone\u00a0» 08/09/2026 jamais",
    'Codes de secours (restants\u00a0: 1) 08/09/2026',
    'Appareils connectés',
  ])
    expect(text.replace(/\s+/g, ' ')).toContain(words.replace(/\s+/g, ' '));
  for (const kept of ['SEALED-SECRET', 'CREDENTIAL', 'PUBLIC-KEY', 'SELE', 'HASH-OF-CODE'])
    expect(text + JSON.stringify(body)).not.toContain(kept);
});
