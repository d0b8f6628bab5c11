import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(html|js|css|json|svg|xml|txt|webmanifest)$/;
const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Writes a `.br` and a `.gz` beside every text file where that saves something; the server sends them as they are. */
export async function compressAll(directory: string): Promise<number> {
  const files = (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile() && compressible.test(file.name) && !file.parentPath.includes('.vite'))
    .map((file) => join(file.parentPath, file.name));
  let written = 0;
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      const brotli = await asBrotli(content, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      });
      const gzipped = await asGzip(content, { level: 9 });
      for (const [extension, copy] of [
        ['.br', brotli],
        ['.gz', gzipped],
      ] as const) {
        if (copy.length >= content.length) continue;
        await writeFile(file + extension, copy);
        written += 1;
      }
    }),
  );
  return written;
}
