import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a server asks, as far as an authenticator looks. */
interface Asked {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');

/** The few forms of CBOR (RFC 8949) that WebAuthn needs: whole numbers of one byte, texts and bytes below 64 KB, maps. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const fields = [...value].flatMap(([key, field]) => [cbor(key), cbor(field as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...fields]);
}

/** The number of ECDSA with SHA-256 among the algorithms of COSE. */
const ES256 = -7;

/** A device with one passkey (ES256), that answers as a browser would hand it on. What it is told to do wrong, it does. */
export function createAuthenticator(ownOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  /** Flags: user present; with `made`, the new key follows. */
  function authenticatorData(rpId: string, made: boolean, algorithm = ES256): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    const data = [sha256(rpId), Buffer.from([made ? 0x41 : 0x01]), counted];
    if (!made) return Buffer.concat(data);
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Buffer>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.from([0, credentialId.length]);
    return Buffer.concat([...data, Buffer.alloc(16), length, credentialId, cbor(key)]);
  }

  return {
    id: text(credentialId),
    countTo(next: number): void {
      counter = next;
    },
    make(asked: Asked, { origin = ownOrigin, challenge = asked.challenge, algorithm = ES256 } = {}) {
      const authData = authenticatorData(asked.rp?.id ?? '', true, algorithm);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id: text(credentialId),
        clientDataJSON: text(clientData('webauthn.create', challenge, origin)),
        attestationObject: text(cbor(attestation)),
        transports: ['internal'],
      };
    },
    sign(
      asked: Asked,
      {
        origin = ownOrigin,
        challenge = asked.challenge,
        rpId = asked.rpId ?? '',
        id = text(credentialId),
      } = {},
    ) {
      counter += 1;
      const data = authenticatorData(rpId, false);
      const client = clientData('webauthn.get', challenge, origin);
      return {
        id,
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
