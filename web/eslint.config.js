import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Some folders of src/ may import nothing from others: there they would import from above. */
const below = (folder, above, more = []) => ({
  files: [`src/${folder}/**`],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { patterns: [{ group: above.flatMap((name) => [`../${name}/**`, `../../${name}/**`]) }, ...more] },
    ],
  },
});

/** What all games are is known by its type. */
const TYPES = [{ group: ['../games/**'], allowTypeImports: true }];

export default defineConfig(
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier, // how things are laid out is for prettier alone
  { languageOptions: { globals: globals.browser } },
  { files: ['*.js', '*.ts', 'tests/**', 'tools/**'], languageOptions: { globals: globals.node } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  below('engine', ['analysis', 'games', 'local', 'pages', 'shell']),
  below('lib', ['analysis', 'pages', 'shell'], TYPES),
  below('local', ['analysis', 'pages', 'shell'], TYPES),
  below('games', ['local', 'pages']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
);
