import { join } from 'node:path';
import { bundleServer } from '../../tools/bundle-server.mjs';

const BUILD = join(import.meta.dirname, '..', '..', 'build');

/** The file that `npm start` runs. Processes of tests run it too: it starts three times as fast as the sources. */
export const SERVER_FILE = join(BUILD, 'server', 'main.js');

/** Bundles the server once before the tests, when a source changed since the last bundle. */
export default async function setup(): Promise<void> {
  await bundleServer(BUILD);
}
