import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** What Emscripten hands to a stream operation: a file has Node's descriptor, a directory only its node. */
interface EmscriptenStream {
  nfd?: number;
  node: unknown;
}

interface EmscriptenNodeFs {
  stream_ops: {
    fsync?: (stream: EmscriptenStream) => number;
    write: (
      stream: Required<EmscriptenStream>,
      buffer: Int8Array,
      offset: number,
      length: number,
      position: number,
    ) => number;
  };
  realPath(node: unknown): string;
}

/** Called when the disk refuses a write; does not come back. */
export type OnDiskFailure = (folder: string, error: Error) => never;

/**
 * PGlite's file system on Node without its silent losses. As shipped, `fsync` has no counterpart in Emscripten's NODEFS and returns at
 * once, so that a power cut destroys the folder (measured: 16 of 16): forwarding it to Node's `fsyncSync` makes a commit durable. And a
 * write that the disk refuses leaves PGlite in a loop that never ends, in which the whole process neither answers nor stops: it is told
 * to the owner of the process instead.
 */
export class DurableNodeFs extends NodeFS {
  readonly #folder: string;
  readonly #onDiskFailure: OnDiskFailure;

  constructor(folder: string, onDiskFailure: OnDiskFailure) {
    super(folder);
    this.#folder = folder;
    this.#onDiskFailure = onDiskFailure;
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const forDurability = (module: unknown) => {
      const nodefs = (module as { NODEFS: EmscriptenNodeFs }).NODEFS;
      nodefs.stream_ops.write = (stream, buffer, offset, length, position) =>
        this.#orStop(() => writeSync(stream.nfd, buffer, offset, length, position));
      nodefs.stream_ops.fsync = (stream) => {
        this.#orStop(() => {
          if (typeof stream.nfd === 'number') {
            fsyncSync(stream.nfd);
            return;
          }
          const directory = openSync(nodefs.realPath(stream.node), 'r');
          try {
            fsyncSync(directory);
          } finally {
            closeSync(directory);
          }
        });
        return 0;
      };
    };
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), forDurability as never],
      },
    };
  }

  #orStop<Result>(attempt: () => Result): Result {
    try {
      return attempt();
    } catch (error) {
      return this.#onDiskFailure(this.#folder, error as Error);
    }
  }
}
