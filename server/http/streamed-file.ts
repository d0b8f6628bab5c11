import { generateContentDisposition } from '@orpc/standard-server';

/** A stored file as an answer: streamed in pieces, never whole in memory. */
export class StreamedFile {
  readonly #file: {
    readonly name: string;
    readonly mediaType: string;
    /** Absent for a file that is made while it is sent. */
    readonly sizeBytes?: number;
    readonly content: ReadableStream<Uint8Array>;
  };

  /** @param file its name is untrusted; its type was detected from its content. */
  constructor(file: {
    readonly name: string;
    readonly mediaType: string;
    readonly sizeBytes?: number;
    readonly content: ReadableStream<Uint8Array>;
  }) {
    this.#file = file;
  }

  /**
   * The answer. The content is untrusted: it is sent as an attachment, without type sniffing, and under a policy that runs nothing should
   * it be displayed (ASVS 5.0, 3.2.1).
   */
  answer(headers: Readonly<Record<string, string>>): Response {
    const { name, mediaType, sizeBytes, content } = this.#file;
    return new Response(content, {
      headers: {
        ...headers,
        'content-type': mediaType,
        ...(sizeBytes === undefined ? {} : { 'content-length': String(sizeBytes) }),
        'content-disposition': generateContentDisposition(name, 'attachment'),
        'content-security-policy': "default-src 'none'; sandbox",
      },
    });
  }
}
