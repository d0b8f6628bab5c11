import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run dev`: the server restarts when a file it imports changes; the screens are replaced in the open page. Open
 * http://127.0.0.1:5173; the API is behind the same address.
 */

const root = join(import.meta.dirname, '..');
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: root,
    stdio: 'inherit',
  }),
];

function stopAll(signal) {
  for (const child of children) child.kill(signal);
}
process.on('SIGINT', () => stopAll('SIGINT'));
process.on('SIGTERM', () => stopAll('SIGTERM'));
for (const child of children)
  child.on('exit', (code) => {
    stopAll('SIGTERM');
    process.exitCode ??= code ?? 0;
  });
