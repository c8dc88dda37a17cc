/// <reference types="vitest/config" />
import { defineConfig } from 'vite';
import { svelte } from '@sveltejs/vite-plugin-svelte';

const server = process.env.LODGE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  base: './', // from whatever place; a server says where it is
  plugins: [svelte()],
  build: {
    outDir: '../src/lodge/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: 'manifest/manifest.json',
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' }, // so that it loads only what it is asked for
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server.replace('http', 'ws'), ws: true },
    },
  },
  test: { include: ['tests/**/*.test.ts'] },
});
