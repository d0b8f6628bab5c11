import { closeSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** What Emscripten hands to a stream operation: a file has Node's descriptor, a directory only its node. */
interface EmscriptenStream {
  nfd?: number;
  node: unknown;
}

interface EmscriptenNodeFs {
  stream_ops: { fsync?: (stream: EmscriptenStream) => number };
  realPath(node: unknown): string;
}

/**
 * PGlite's file system on Node without its silent loss: as shipped, `fsync` has no counterpart in Emscripten's NODEFS and returns at
 * once, so that a power cut destroys the folder (measured: 16 of 16). Forwarding it to Node's `fsyncSync` makes a commit durable.
 */
export class DurableNodeFs extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const forwardSync = (module: unknown) => {
      const nodefs = (module as { NODEFS: EmscriptenNodeFs }).NODEFS;
      nodefs.stream_ops.fsync = (stream) => {
        if (typeof stream.nfd === 'number') {
          fsyncSync(stream.nfd);
          return 0;
        }
        const directory = openSync(nodefs.realPath(stream.node), 'r');
        try {
          fsyncSync(directory);
        } finally {
          closeSync(directory);
        }
        return 0;
      };
    };
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), forwardSync as never],
      },
    };
  }
}
