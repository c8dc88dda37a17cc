/// <reference types="vitest/config" />
import { defineConfig, type Plugin } from 'vite';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { rem } from './tools/rem';

const server = process.env.LODGE_SERVER ?? 'http://127.0.0.1:8000';

/** Only who checks a signature needs SHA-512, but it shares a file with SHA-256: a copy of that file keeps them apart. */
const sha512Apart: Plugin = {
  name: 'sha512-apart',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== '@noble/hashes/sha2.js' || !importer?.endsWith('/engine/signature.ts')) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `${found.id}?apart`;
  },
};

export default defineConfig({
  base: './', // from whatever place; a server says where it is
  plugins: [sha512Apart, svelte()],
  css: { postcss: { plugins: [rem] } },
  build: {
    outDir: '../src/lodge/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: 'manifest/manifest.json',
    modulePreload: {
      polyfill: false,
      // A worker has no document to preload anything with.
      resolveDependencies: (_file, files, { hostId }) => (hostId.includes('worker') ? [] : files),
    },
    target: 'es2022',
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // What the start page needs is one file: a browser asks for six at a time, and there would be thirty. The entries
        // themselves stay apart: the service worker is a script of its own, and main.ts waits for words. So does what the
        // worker that thinks needs, too: it has no document.
        codeSplitting: {
          groups: [
            { name: 'fetch', test: /\/lib\/(fetch|outside)\.ts$|preload-helper\.js$/, priority: 1 },
            { name: 'start', tags: ['$initial'], test: /^(?!.*\/(sw\.ts|main\.ts|index\.html)$)/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server.replace('http', 'ws'), ws: true },
    },
  },
  test: {
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/helpers/setup.ts'],
    hookTimeout: 60_000, // a busy machine takes its time
    testTimeout: 60_000,
  },
});
