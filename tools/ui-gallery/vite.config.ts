import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { madeFonts } from '../page/fonts.ts';

/** The gallery of components: a page for those who design, never part of the product. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: resolve(import.meta.dirname, '../../node_modules/.vite-ui-gallery'),
  plugins: [react(), tailwindcss(), madeFonts()],
  server: { host: '127.0.0.1', port: 5470, strictPort: true },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
});
