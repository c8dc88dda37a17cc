import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  // These names stand a few thousand times in what a visitor fetches: Svelte's own (svelte-1j96q7z) would be 25 kB more.
  compilerOptions: { cssHash: ({ hash, filename }) => `s${hash(filename).slice(0, 5)}` },
};
