import type * as z from 'zod/mini';
import type { passkeyCreation, passkeyProof, passkeyRequest } from '#contract/second-factor.ts';
import { api } from './client.ts';
import { ApiProblem, asProblem } from './problem.ts';

export type PasskeyProof = z.infer<typeof passkeyProof>;
export type PasskeyOffer = z.infer<typeof passkeyCreation>;

/** Proof of a second factor: a code of the app, a recovery code, or a passkey's answer. */
export interface SecondProof {
  readonly code?: string;
  readonly passkey?: PasskeyProof;
}

/** The host name of the same product where passkeys work, when it is opened by a local IP address; null elsewhere. */
export function passkeyAddress(): string | null {
  return location.hostname === '127.0.0.1' ? `http://localhost:${location.port}` : null;
}

/** Whether passkeys work in this browser at this address: they are bound to a host name and do not work on an IP address. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
}

/** Loaded on first use: most people have no passkey. */
const browser = () => import('@simplewebauthn/browser');

/** The person cancelled the browser's dialog or no passkey matched: both are shown as an unrecognised passkey. */
function unanswered(): never {
  throw new ApiProblem({ code: 'auth.wrong-passkey', status: 0, title: '', detail: '' });
}

/** Asks for one of the person's passkeys. @throws ApiProblem when none answers. */
async function answerOf(optionsJSON: z.infer<typeof passkeyRequest>): Promise<PasskeyProof> {
  const { startAuthentication } = await browser();
  // The contract types the transports as strings, because the standard adds new ones.
  const asked = optionsJSON as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const { id, response } = await startAuthentication({ optionsJSON: asked }).catch(unanswered);
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Proves a passkey for a change of the second factors, or for the confirmation of one subject. */
export async function showPasskey(subject?: string): Promise<{ passkey: PasskeyProof }> {
  return {
    passkey: await answerOf(await api.secondFactor.askPasskey(subject === undefined ? {} : { subject })),
  };
}

/** Signs in with a passkey: the first step is sent again and is refused with the passkey's challenge. */
export async function signInByPasskey<T>(signIn: (proof: SecondProof) => Promise<T>): Promise<T> {
  try {
    return await signIn({});
  } catch (error) {
    const { code, params } = asProblem(error);
    if (code !== 'auth.second-factor-required' || !params.passkey) throw error;
    return signIn({ passkey: await answerOf(JSON.parse(String(params.passkey))) });
  }
}

/** Registers a passkey on a device that the person chooses. @throws ApiProblem when it fails. */
export async function makePasskey(optionsJSON: PasskeyOffer) {
  const { startRegistration } = await browser();
  const asked = optionsJSON as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, response } = await startRegistration({ optionsJSON: asked }).catch(unanswered);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports: [...transports] };
}
