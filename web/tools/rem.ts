/**
 * Lengths follow the size of text that somebody has chosen for their browser: pixels in our styles become rem, those in
 * media queries, too. So a page with text of 200 % is laid out as at a zoom of 200 %, boards and all.
 */
import type { Plugin } from 'postcss';

const ROOT = 16;
const FINE = 2; // lines this thin stay as they are
const PIXELS = /(?<![\w.#-])(-?\d*\.?\d+)px\b/g;

export const inRem = (text: string) =>
  text.replace(PIXELS, (pixels, size: string) =>
    Math.abs(Number(size)) > FINE ? `${Number(size) / ROOT}rem` : pixels,
  );

export const rem: Plugin = {
  postcssPlugin: 'rem',
  Declaration(declaration) {
    const value = inRem(declaration.value);
    if (value !== declaration.value) declaration.value = value;
  },
  AtRule(rule) {
    if (!['media', 'container'].includes(rule.name)) return;
    const params = inRem(rule.params);
    if (params !== rule.params) rule.params = params;
  },
};
