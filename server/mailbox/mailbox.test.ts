import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import type { MailLeave } from '../bank/attempts.ts';
import { queueAskedMail } from '../notifications/notify.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { tokenOfLink } from '../testing/token-of-link.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

let bank: TestBank;
beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
  }),
);
afterEach(() => bank.close());

const mailsTo = (recipient: string, rest = '') =>
  bank.visitor().get(`/demo/mails?recipient=${encodeURIComponent(recipient)}${rest}`);

describe('GET /demo/mails', () => {
  test('200: the mails written to an address, newest first, as they would have been sent', async () => {
    const client = await bank.client({ firstName: 'Élodie' });
    await client.post('/loans', {
      amountMinor: 1_000_00,
      purpose: 'Un vélo',
      durationMonths: 12,
      monthlyIncomeMinor: 2_000_00,
    });
    const { status, body } = await mailsTo(client.email);
    expect(status).toBe(200);
    expect(body.mails.map((mail: { subject: string }) => mail.subject)).toEqual([
      'Votre demande de prêt de 1\u202f000,00\u00a0€ est enregistrée',
      'Votre compte est ouvert',
    ]);
    expect(body.mails[0]).toMatchObject({ recipient: client.email });
    expect(body.mails[0].text).toContain('Bonjour Élodie,');
    expect(body.mails[0].text).toContain(`${bank.bank.config.publicUrl}/client-dashboard?section=loans`);
  });

  test('200: the link of a forgotten password works', async () => {
    const client = await bank.client();
    await bank.visitor().post('/password-reset', { email: client.email });
    const [mail] = (await mailsTo(client.email)).body.mails;
    expect(mail.subject).toBe('Choisissez un nouveau mot de passe');
    const token = tokenOfLink(/https?:\S+/.exec(mail.text)?.[0] ?? '');
    const { status } = await bank
      .visitor()
      .post('/password-reset/completion', { token, password: 'une-phrase-de-passe-nouvelle' });
    expect(status).toBe(200);
  });

  test('200: page by page, whatever the case of the address, and nothing for an unknown one', async () => {
    const nobody = '01a1f9b6-0000-7000-8000-000000000001';
    for (let index = 0; index < 5; index += 1)
      await bank.work(nobody, async (work) =>
        queueAskedMail(
          work,
          { recipient: 'Visiteur@exemple.fr' } as MailLeave,
          'newsletter-confirmation',
          { link: `https://x.fr/${index}` },
          null,
        ),
      );
    const first = (await mailsTo('visiteur@exemple.fr', '&limit=3')).body;
    const second = (await mailsTo('VISITEUR@exemple.fr', `&limit=3&cursor=${first.nextCursor}`)).body;
    const texts = [...first.mails, ...second.mails].map(
      (mail: { text: string }) => /x\.fr\/\d/.exec(mail.text)?.[0],
    );
    expect(texts).toHaveLength(5);
    expect(new Set(texts).size).toBe(5);
    expect(second.nextCursor).toBeNull();
    expect((await mailsTo('inconnu@exemple.fr')).body).toEqual({ mails: [], nextCursor: null });
  });

  test('400 without an address, or with what is none', async () => {
    expect((await bank.visitor().get('/demo/mails')).status).toBe(400);
    expect((await mailsTo('personne')).status).toBe(400);
    expect((await mailsTo('un@exemple.fr', '&cursor=nonsense')).status).toBe(400);
  });

  test('404 outside a demonstration, for everyone', async () => {
    const institution = { ...institutionSchema.parse(demonstration), mode: 'live' as const };
    const live = await openTestBank({ institution });
    const client = await live.client();
    const path = `/demo/mails?recipient=${client.email}`;
    expect((await client.get(path)).status).toBe(404);
    expect((await live.visitor().get(path)).status).toBe(404);
    await live.close();
  });
});
