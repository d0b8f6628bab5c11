/** A random key for one submission. `crypto.randomUUID` does not exist on pages served over plain HTTP, so it is written out. */
export function newSubmissionKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** One submission and its key: the key stays until the input changes or the server has given a final answer. */
export class Submission {
  #key: string | null = null;
  #body = '';

  keyFor(input: unknown): string {
    const body = JSON.stringify(input) ?? '';
    if (this.#key === null || body !== this.#body) this.#key = newSubmissionKey();
    this.#body = body;
    return this.#key;
  }

  settled(): void {
    this.#key = null;
  }
}
