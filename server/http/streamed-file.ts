import { generateContentDisposition } from '@orpc/standard-server';

/** A stored file as an answer: sent piece by piece, never whole in memory. */
export class StreamedFile {
  readonly #file: {
    readonly name: string;
    readonly mediaType: string;
    readonly sizeBytes: number;
    readonly content: ReadableStream<Uint8Array>;
  };

  /** @param file its name is anybody's text; its type is one that the product knows by the content. */
  constructor(file: {
    readonly name: string;
    readonly mediaType: string;
    readonly sizeBytes: number;
    readonly content: ReadableStream<Uint8Array>;
  }) {
    this.#file = file;
  }

  /**
   * The answer. Somebody else wrote the file: the browser keeps it and does not show it, guesses no other type, and runs nothing of it if it
   * is shown after all (ASVS 5.0, 3.2.1).
   */
  answer(headers: Readonly<Record<string, string>>): Response {
    const { name, mediaType, sizeBytes, content } = this.#file;
    return new Response(content, {
      headers: {
        ...headers,
        'content-type': mediaType,
        'content-length': String(sizeBytes),
        'content-disposition': generateContentDisposition(name, 'attachment'),
        'content-security-policy': "default-src 'none'; sandbox",
      },
    });
  }
}
