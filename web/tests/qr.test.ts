import encode from 'qr';
import decode from 'qr/decode.js';
import { expect, it } from 'vitest';

it('a link can be read back from its code', () => {
  const link = 'http://192.168.178.123:8001/t/k7m2x9q4w8';
  const modules = encode(link, 'raw', { border: 2, ecc: 'medium' });
  const [scale, size] = [8, modules.length];
  const side = size * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)])
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
  expect(decode({ width: side, height: side, data })).toBe(link);
});
