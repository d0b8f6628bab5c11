import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type * as z from 'zod/mini';
import type { passkeyCreation, passkeyProof, passkeyRequest } from '#contract/second-factor.ts';
import { PASSKEY_MINUTES } from '#domain/sessions/second-factor.ts';
import type { Bank } from '../../bank/bank.ts';
import type { SignedIn } from '../../bank/guard.ts';
import { keepTicket, takeTicket } from '../link-queries.ts';
import { type PasskeyRow, passkeysOf, takePasskeyUse } from '../second-factor/second-factor-queries.ts';
import { newToken, tokenHashOf } from '../sessions/session-cookie.ts';

export type PasskeyProof = z.infer<typeof passkeyProof>;

/** Purpose of a passkey challenge: the second step of a sign-in, or an act of one session. It is valid for that purpose only. */
export type PasskeyPurpose =
  | { readonly signInOf: string }
  | { readonly session: string; readonly subject: string };

const MINUTE_MS = 60_000;

/** COSE names of the signatures taken: EdDSA, ES256, RS256. Every device has one of them. */
const ALGORITHMS = [-8, -7, -257];

const boundTo = (purpose: PasskeyPurpose) =>
  tokenHashOf(
    `passkey\n${'signInOf' in purpose ? purpose.signInOf : `${purpose.session}\n${purpose.subject}`}`,
  );

const registrationOf = (caller: SignedIn): PasskeyPurpose => ({
  session: caller.sessionId,
  subject: 'registration',
});

const LOOPBACK = ['127.0.0.1', '[::1]'];

/** The host that passkeys are made for, and the only origin whose pages may ask them. */
function place({ config }: Bank): { rpId: string; origin: string } {
  const url = new URL(config.publicUrl);
  // Passkeys need a domain name: on a local IP address the product uses `localhost`.
  if (LOOPBACK.includes(url.hostname)) url.hostname = 'localhost';
  return { rpId: url.hostname, origin: url.origin };
}

async function newChallenge({ database, surroundings }: Bank, purpose: PasskeyPurpose): Promise<string> {
  const challenge = newToken();
  const now = surroundings.now();
  await keepTicket(database.db, {
    id: surroundings.newId(),
    tokenHash: tokenHashOf(challenge),
    boundTo: boundTo(purpose),
    expiresAt: new Date(now.getTime() + PASSKEY_MINUTES * MINUTE_MS),
    now,
  });
  return challenge;
}

/** The challenge of an answer, used up whatever the result; null when it was not issued for this purpose, or expired. */
async function takeChallenge(
  { database, surroundings }: Bank,
  clientDataJSON: string,
  purpose: PasskeyPurpose,
): Promise<string | null> {
  let challenge: unknown;
  try {
    challenge = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).challenge;
  } catch {
    return null;
  }
  if (typeof challenge !== 'string') return null;
  const isOurs = await takeTicket(database.db, {
    tokenHash: tokenHashOf(challenge),
    boundTo: boundTo(purpose),
    now: surroundings.now(),
  });
  return isOurs ? challenge : null;
}

const described = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: transports.split(' ').filter((way) => way !== ''),
});

/** Options for a signature by one of the person's passkeys, with a single-use challenge. */
export async function askPasskey(
  bank: Bank,
  userId: string,
  purpose: PasskeyPurpose,
): Promise<z.infer<typeof passkeyRequest>> {
  const known = await passkeysOf(bank.database.db, userId);
  return {
    rpId: place(bank).rpId,
    challenge: await newChallenge(bank, purpose),
    allowCredentials: known.map(described),
    // User verification is not required: the password was the first factor, having the device is the second.
    userVerification: 'preferred',
    timeout: PASSKEY_MINUTES * MINUTE_MS,
  };
}

/**
 * Checks that one of the person's passkeys signed the challenge issued for this purpose, on our origin, with a signature counter that was
 * not reached before. The challenge is used up.
 */
export async function usePasskey(
  bank: Bank,
  userId: string,
  { id, ...response }: PasskeyProof,
  purpose: PasskeyPurpose,
): Promise<boolean> {
  const { database, surroundings } = bank;
  const expectedChallenge = await takeChallenge(bank, response.clientDataJSON, purpose);
  const known = (await passkeysOf(database.db, userId)).find(({ credentialId }) => credentialId === id);
  if (expectedChallenge === null || !known) return false;
  const { rpId, origin } = place(bank);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const answer: AuthenticationResponseJSON = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  };
  // The library throws a different error for each fault; here they are one refusal.
  const verified = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
      counter: known.counter,
    },
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified) return false;
  const counter = verified.authenticationInfo.newCounter;
  return takePasskeyUse(database.db, { id: known.id, counter, now: surroundings.now() });
}

/** Options for creating a passkey on a device that has none for the caller yet. */
export async function offerPasskey(bank: Bank, caller: SignedIn): Promise<z.infer<typeof passkeyCreation>> {
  const known = await passkeysOf(bank.database.db, caller.userId);
  return {
    rp: { id: place(bank).rpId, name: bank.institution.brandName },
    user: {
      id: Buffer.from(caller.userId).toString('base64url'),
      name: caller.email,
      displayName: caller.firstName ?? caller.email,
    },
    challenge: await newChallenge(bank, registrationOf(caller)),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
    timeout: PASSKEY_MINUTES * MINUTE_MS,
  };
}

/** The public key of a new passkey, with the columns of its row; null when it was not made as offered. */
export async function readNewPasskey(
  bank: Bank,
  caller: SignedIn,
  made: { readonly id: string; readonly clientDataJSON: string; readonly attestationObject: string },
): Promise<{ credentialId: string; publicKey: string; counter: number } | null> {
  const { id, ...response } = made;
  const expectedChallenge = await takeChallenge(bank, made.clientDataJSON, registrationOf(caller));
  if (expectedChallenge === null) return null;
  const { rpId, origin } = place(bank);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const answer: RegistrationResponseJSON = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  };
  const verified = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { credential } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  };
}
