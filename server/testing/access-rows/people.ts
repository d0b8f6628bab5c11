import { TEST_PASSWORD } from '../test-bank.ts';
import {
  type AccessRows,
  anyone,
  byId,
  client,
  entering,
  freshAddress,
  nothing,
  ofCustomer,
  signedIn,
  staff,
  UNKNOWN_TOKEN,
} from './access-row.ts';

/** Rows of the routes about a person: signing in and up, the second factor, the profile, messages, notifications. */

const enquiryOf = (email: string) => ({
  kind: 'contact',
  name: 'Zoé Renard',
  email,
  subject: 'Question',
  text: 'Bonjour',
});

const PERSON = { firstName: 'Sacha', lastName: 'Essai', phone: '', country: 'FR' };

export const PEOPLE_ROWS: AccessRows = {
  'GET /health': anyone(nothing),
  'GET /openapi.json': anyone(nothing),
  'GET /countries': anyone(nothing),
  'GET /documents/loan-simulation.pdf': anyone(() => ({
    fields: { amountMinor: 1_000_00, durationMonths: 12 },
  })),
  'GET /demo/mails': anyone(() => ({ fields: { recipient: 'nobody@example.test' } })),
  'GET /session': anyone(nothing),
  'POST /session': anyone((_, owner) => ({ fields: { email: owner.email, password: TEST_PASSWORD } }), {
    isLast: true,
  }),
  'POST /admin/session': anyone((_, owner) => ({ fields: { email: owner.email, password: TEST_PASSWORD } }), {
    isLast: true,
    status: 403,
  }),
  'DELETE /session': anyone(nothing, { isLast: true }),
  'POST /session/confirmation': signedIn(() => ({
    fields: {
      operation: 'withdrawals.request',
      subject: 'withdrawals.request\n{}',
      currentPassword: TEST_PASSWORD,
    },
  })),
  'POST /password-reset': anyone(() => ({ fields: { email: freshAddress() } })),
  'POST /password-reset/completion': anyone(
    () => ({ fields: { token: UNKNOWN_TOKEN, password: 'quatre-mots-sans-rapport' } }),
    { status: 400 },
  ),
  'POST /sign-up': anyone(() => ({ fields: { ...PERSON, email: freshAddress(), password: TEST_PASSWORD } }), {
    isLast: true,
  }),
  'GET /sign-up': signedIn(nothing),
  'PUT /sign-up': signedIn(() => ({ fields: PERSON }), { status: 409, staffStatus: 403 }),
  'POST /sign-up/account': signedIn(() => ({ fields: { accountType: 'courant' } }), {
    status: 409,
    staffStatus: 403,
  }),
  'GET /two-factor': entering(nothing),
  'POST /two-factor/secret': entering(() => ({ fields: { currentPassword: TEST_PASSWORD } })),
  'POST /two-factor/activation': entering(() => ({ fields: { code: '000000' } }), {
    status: 409,
    isLast: true,
  }),
  'POST /two-factor/recovery-codes': entering(
    () => ({ fields: { currentPassword: TEST_PASSWORD, code: '000000' } }),
    { status: 409 },
  ),
  'POST /two-factor/deactivation': entering(
    () => ({ fields: { currentPassword: TEST_PASSWORD, code: '000000' } }),
    { status: 409 },
  ),
  'POST /two-factor/passkey-challenges': entering(nothing, { status: 409 }),
  'POST /two-factor/passkey-offers': entering(() => ({ fields: { currentPassword: TEST_PASSWORD } })),
  'POST /two-factor/passkeys': entering(
    () => ({
      fields: {
        name: 'Téléphone',
        id: 'AAAA',
        clientDataJSON: 'AAAA',
        attestationObject: 'AAAA',
        transports: [],
      },
    }),
    { status: 400 },
  ),
  // Always about somebody else's; `server/auth/passkeys/passkeys.test.ts` removes one's own.
  'POST /two-factor/passkeys/{id}/removal': entering(
    async (bank) => ({
      ids: { id: await bank.newPasskey() },
      fields: { currentPassword: TEST_PASSWORD, code: '000000' },
    }),
    { status: 404 },
  ),
  'POST /enquiries': anyone(() => ({ fields: enquiryOf(freshAddress()) })),
  'GET /admin/enquiries': staff(nothing),
  'GET /admin/enquiries/{id}': staff(byId((bank) => bank.newEnquiry())),
  'POST /admin/enquiries/{id}/answer': staff(byId((bank) => bank.newEnquiry())),
  'DELETE /admin/enquiries/{id}': staff(byId((bank) => bank.newEnquiry())),
  'POST /newsletter/subscriptions': anyone(() => ({ fields: { email: freshAddress() } })),
  'POST /newsletter/confirmations': anyone(() => ({ fields: { token: UNKNOWN_TOKEN } }), { status: 400 }),
  'POST /newsletter/unsubscriptions': anyone(() => ({ fields: { token: UNKNOWN_TOKEN } })),
  'GET /profile': client(nothing),
  'PUT /profile': client(() => ({ fields: { firstName: 'Alix', lastName: 'Fictif' } })),
  'GET /notifications': signedIn(nothing),
  'POST /notifications/read': signedIn((bank, owner) => ({
    fields: { upTo: ofCustomer('notificationId')(bank, owner) },
  })),
  'GET /profile/preferences': signedIn(nothing),
  'PUT /profile/preferences': signedIn(() => ({ fields: { language: 'fr' } })),
  'GET /sessions': signedIn(nothing),
  'DELETE /sessions/{id}': signedIn(byId(ofCustomer('sessionId'))),
  'DELETE /sessions': signedIn(nothing, { isLast: true }),
  'GET /profile/export': signedIn(nothing),
  'GET /documents/personal-data.pdf': signedIn(nothing),
  'PUT /profile/password': signedIn(
    () => ({ fields: { currentPassword: TEST_PASSWORD, newPassword: 'quatre-mots-sans-rapport' } }),
    { isLast: true },
  ),
  'PUT /profile/email': signedIn(
    () => ({ fields: { currentPassword: TEST_PASSWORD, email: freshAddress() } }),
    { isLast: true },
  ),
  'POST /profile/email/confirmation': anyone(() => ({ fields: { token: UNKNOWN_TOKEN } }), { status: 400 }),
  'PUT /profile/email/proof': signedIn(nothing),
  'POST /profile/email/stop': anyone(() => ({ fields: { token: UNKNOWN_TOKEN } }), { status: 400 }),
  'GET /live': signedIn(nothing, { isStream: true }),
};
