import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(html|js|css|json|svg|xml|txt|webmanifest)$/;
const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** The last tenth of a page's size takes forty times the processor time of the rest. */
const QUALITY = { full: 11, quick: 5 } as const;

/**
 * Writes a `.br` and a `.gz` beside every text file where that saves something; the server sends them as they are. `quick` is for pages that only
 * tests read: documents, which no budget weighs, are then a tenth larger. Scripts and styles are always compressed as far as possible.
 */
export async function compressAll(directory: string, effort: keyof typeof QUALITY): Promise<number> {
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
          [constants.BROTLI_PARAM_QUALITY]: QUALITY[file.endsWith('.html') ? effort : 'full'],
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
