import type * as z from 'zod/mini';
import type { passkeyCreation, passkeyProof, passkeyRequest } from '#contract/second-factor.ts';
import { api } from './client.ts';
import { ApiProblem, asProblem } from './problem.ts';

export type PasskeyProof = z.infer<typeof passkeyProof>;
export type PasskeyOffer = z.infer<typeof passkeyCreation>;

/** What shows that somebody has their second factor: a code of the app or a recovery code, or a passkey's answer. */
export interface SecondProof {
  readonly code?: string;
  readonly passkey?: PasskeyProof;
}

/** Where the same product can ask them, when it is looked at by the address of one's own machine; null elsewhere. */
export function passkeyAddress(): string | null {
  return location.hostname === '127.0.0.1' ? `http://localhost:${location.port}` : null;
}

/** Whether this browser, at this address, can ask passkeys: they belong to a host's name, and an IP address is none. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);
}

/** Fetched when a passkey is first asked: most people never do. */
const browser = () => import('@simplewebauthn/browser');

/** The person let the browser's question pass, or nothing on this device answers it: to them it is a passkey that was not recognised. */
function unanswered(): never {
  throw new ApiProblem({ code: 'auth.wrong-passkey', status: 0, title: '', detail: '' });
}

/** Lets one of the person's passkeys answer. @throws ApiProblem when none does. */
async function answerOf(optionsJSON: z.infer<typeof passkeyRequest>): Promise<PasskeyProof> {
  const { startAuthentication } = await browser();
  // Our contract has the ways as texts: which ones there are is the standard's affair, and it adds some.
  const asked = optionsJSON as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const { id, response } = await startAuthentication({ optionsJSON: asked }).catch(unanswered);
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Shows a passkey for a change of the second factors, or for the confirmation of one subject. */
export async function showPasskey(subject?: string): Promise<{ passkey: PasskeyProof }> {
  return {
    passkey: await answerOf(await api.secondFactor.askPasskey(subject === undefined ? {} : { subject })),
  };
}

/** Signs in with a passkey: the first step is sent again, which is refused with what the passkey is asked now. */
export async function signInByPasskey<T>(signIn: (proof: SecondProof) => Promise<T>): Promise<T> {
  try {
    return await signIn({});
  } catch (error) {
    const { code, params } = asProblem(error);
    if (code !== 'auth.second-factor-required' || !params.passkey) throw error;
    return signIn({ passkey: await answerOf(JSON.parse(String(params.passkey))) });
  }
}

/** Makes a passkey on a device that the person chooses. @throws ApiProblem when none is made. */
export async function makePasskey(optionsJSON: PasskeyOffer) {
  const { startRegistration } = await browser();
  const asked = optionsJSON as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, response } = await startRegistration({ optionsJSON: asked }).catch(unanswered);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports: [...transports] };
}
