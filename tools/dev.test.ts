import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('the development server answers a public page, an article, the sign-in and a page of the client area', {
  tags: ['whole'],
}, async () => {
  const server = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    server: { port: 0, strictPort: false, hmr: false, ws: false },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const address = server.httpServer?.address() as AddressInfo | undefined;
  for (const [path, content] of [
    ['/', 'data-island'],
    ['/faq', '<details'],
    ['/article/1', '<article'],
    ['/auth', '<script'],
    ['/client-dashboard', '<script'],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${address?.port}${path}`, {
      headers: { accept: 'text/html' },
    });
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    expect(await answer.text(), path).toContain(content);
  }
});
