import * as z from 'zod/mini';
import { appCodeField, passkeyName, secondFactorField } from '#domain/sessions/second-factor.ts';
import { route } from './route.ts';
import { empty, id, instant } from './values.ts';

const tag = 'Second factor';

const currentPassword = z
  .string('validation.required')
  .check(z.minLength(1, 'validation.required'), z.maxLength(256, 'validation.tooLong'));

/** Bytes as WebAuthn writes them: base64url without padding. */
const bytes = (maxLength: number) =>
  z
    .string()
    .check(z.maxLength(maxLength, 'validation.tooLong'), z.regex(/^[A-Za-z0-9_-]+$/, 'validation.text'));
/** As long as the standard lets one be, 1023 bytes. */
const credentialId = bytes(1_364);

/** What a passkey answers to `passkeyRequest`, in the words of WebAuthn. */
export const passkeyProof = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(4_000),
  authenticatorData: bytes(4_000),
  signature: bytes(2_000),
});

const credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** What the browser asks a passkey (`PublicKeyCredentialRequestOptionsJSON`). Its challenge serves once, for a few minutes. */
export const passkeyRequest = z.object({
  rpId: z.string(),
  challenge: z.string(),
  allowCredentials: z.array(credential),
  userVerification: z.literal('preferred'),
  timeout: z.int(),
});

/** What the browser makes a passkey of (`PublicKeyCredentialCreationOptionsJSON`). */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
  timeout: z.int(),
});

/** The second step: a code of the app or a recovery code, or a passkey's answer. */
export const secondProof = {
  code: z.optional(secondFactorField),
  passkey: z.optional(passkeyProof),
};
/** The password and, where the person has a second factor, its code. */
export const wholeProof = { currentPassword, ...secondProof };
export const PROOF_REFUSALS = [
  'auth.wrong-password',
  'auth.wrong-code',
  'auth.wrong-passkey',
  'auth.session-locked',
  'auth.too-many-attempts',
  'auth.too-many-mails',
] as const;

const recoveryCodes = z.object({
  /** Each works once in place of a second factor. They are told here and never again; none where the person has theirs already. */
  recoveryCodes: z.array(z.string()),
});

export const secondFactorContract = {
  current: route({
    method: 'GET',
    path: '/two-factor',
    summary: "The person's second factors: whether an authenticator app is active, which passkeys they have",
    tag,
    access: 'entering',
  }).output(
    z.object({
      /** Since when the app is active. */
      activatedAt: z.nullable(instant),
      passkeys: z.array(
        z.object({ id, name: z.string(), createdAt: instant, lastUsedAt: z.nullable(instant) }),
      ),
      recoveryCodesLeft: z.int(),
      /** Whether the institution demands a second factor of this person. */
      isRequired: z.boolean(),
    }),
  ),
  begin: route({
    method: 'POST',
    path: '/two-factor/secret',
    summary: 'Begin to set up an authenticator app; nothing changes until a first code confirms it',
    tag,
    access: 'entering',
    refusals: ['auth.second-factor-active', ...PROOF_REFUSALS],
  })
    .input(z.strictObject(wholeProof))
    .output(
      z.object({
        /** Base 32, to be typed where no camera is. */
        secret: z.string(),
        /** What the QR code holds. */
        uri: z.string(),
      }),
    ),
  activate: route({
    method: 'POST',
    path: '/two-factor/activation',
    summary: 'Activate the app with its first code; every other session of the person ends',
    tag,
    access: 'entering',
    refusals: [
      'auth.wrong-code',
      'auth.second-factor-active',
      'auth.second-factor-inactive',
      'auth.too-many-attempts',
    ],
  })
    .input(z.strictObject({ code: appCodeField }))
    .output(recoveryCodes),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/two-factor/recovery-codes',
    summary: 'Replace the recovery codes by new ones',
    tag,
    access: 'entering',
    refusals: ['auth.second-factor-inactive', ...PROOF_REFUSALS],
  })
    .input(z.strictObject(wholeProof))
    .output(recoveryCodes),
  deactivate: route({
    method: 'POST',
    path: '/two-factor/deactivation',
    summary: 'Remove the authenticator app; every other session of the person ends',
    tag,
    access: 'entering',
    refusals: ['auth.second-factor-inactive', 'auth.second-factor-needed', ...PROOF_REFUSALS],
  })
    .input(z.strictObject(wholeProof))
    .output(empty),
  askPasskey: route({
    method: 'POST',
    path: '/two-factor/passkey-challenges',
    summary:
      "Ask the person's passkeys to show who they are: for a change of their second factor, or for the confirmation of one subject",
    tag,
    access: 'entering',
    refusals: ['auth.second-factor-inactive'],
  })
    .input(
      z.strictObject({
        /** The subject of the confirmation, as `POST /session/confirmation` takes it. */
        subject: z.optional(z.string().check(z.maxLength(10_000))),
      }),
    )
    .output(passkeyRequest),
  beginPasskey: route({
    method: 'POST',
    path: '/two-factor/passkey-offers',
    summary: 'Begin to make a passkey; nothing changes until its device has answered',
    tag,
    access: 'entering',
    refusals: ['auth.too-many-passkeys', ...PROOF_REFUSALS],
  })
    .input(z.strictObject(wholeProof))
    .output(passkeyCreation),
  addPasskey: route({
    method: 'POST',
    path: '/two-factor/passkeys',
    summary:
      'Keep the passkey that was just made; if it is the first second factor, every other session of the person ends',
    tag,
    access: 'entering',
    refusals: ['auth.wrong-passkey', 'auth.too-many-passkeys', 'auth.too-many-mails'],
  })
    .input(
      z.strictObject({
        name: passkeyName,
        id: credentialId,
        clientDataJSON: bytes(4_000),
        attestationObject: bytes(12_000),
        transports: z
          .array(z.string().check(z.regex(/^[a-z-]{1,20}$/, 'validation.text')))
          .check(z.maxLength(10)),
      }),
    )
    .output(recoveryCodes),
  removePasskey: route({
    method: 'POST',
    path: '/two-factor/passkeys/{id}/removal',
    summary: 'Remove a passkey; every other session of the person ends',
    tag,
    access: 'entering',
    refusals: ['not-found', 'auth.second-factor-inactive', 'auth.second-factor-needed', ...PROOF_REFUSALS],
  })
    .input(z.strictObject({ id, ...wholeProof }))
    .output(empty),
};
