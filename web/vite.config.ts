/// <reference types="vitest/config" />
import { defineConfig } from 'vite';
import { svelte } from '@sveltejs/vite-plugin-svelte';

const server = process.env.LODGE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/lodge/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    manifest: 'manifest/manifest.json',
    modulePreload: { polyfill: false },
    target: 'es2022',
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
