import { describe, expect, it } from 'vitest';
import { inRem } from '../tools/rem';

describe('lengths that follow the size of text', () => {
  it('are all but thin lines', () => {
    expect(inRem('4px -24px')).toBe('0.25rem -1.5rem');
    expect(inRem('min(230px, 15.5dvh)')).toBe('min(14.375rem, 15.5dvh)');
    expect(inRem('(max-width: 700px)')).toBe('(max-width: 43.75rem)');
    expect(inRem('1.5px solid #10px')).toBe('1.5px solid #10px');
  });
});
