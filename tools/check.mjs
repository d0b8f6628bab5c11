import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** `npm run check`: everything about the repository that can be judged without running the product. All findings, then one verdict. */

const root = join(import.meta.dirname, '..');
const bin = (name) => join(root, 'node_modules', '.bin', name);

const checks = [
  { name: 'supply and secrets', command: [process.execPath, 'tools/supply.mjs'] },
  // Each further checker types the contract and the schemas again: two take a third more processor time, which npm test needs for others.
  { name: 'types', command: [bin('tsc'), '--noEmit', '--checkers', '1'] },
  { name: 'lint and format', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  {
    name: 'rooms',
    command: [
      bin('depcruise'),
      '--config',
      '.dependency-cruiser.mjs',
      'domain',
      'contract',
      'server',
      'app',
      'content',
    ],
  },
];

function run({ name, command: [file, ...args] }) {
  return new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

const verdicts = await Promise.all(checks.map(run));
if (verdicts.includes(false)) process.exit(1);
