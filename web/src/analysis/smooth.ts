/**
 * A curve for the eye: the fewer play-outs there were, the more neighbours each position is averaged with, so that what
 * shows is what happened and not the noise. The first and the last position stay as they are.
 */
const CLEAR = 0.05; // noise that the eye forgives, as a part of the whole height
const WIDEST = 20; // at most such a part of the match is averaged over, to each side

/** How many neighbours to each side, for a noise that is this part of the height. */
export function reach(noise: number, length: number): number {
  return Math.max(0, Math.min(Math.round(((noise / CLEAR) ** 2 - 1) / 2), Math.floor(length / WIDEST)));
}

export function smooth(curve: number[], reach: number): number[] {
  const last = curve.length - 1;
  return curve.map((_, at) => {
    const side = Math.min(reach, at, last - at);
    const near = curve.slice(at - side, at + side + 1);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}
