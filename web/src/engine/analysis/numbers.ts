/** Sets of numbers: what NumPy does for the analysis in Python. */

export type Numbers = Float64Array<ArrayBuffer>;

export const Z95 = 1.96;
/** Times the noise: with less, one in twenty of hundreds of moves would be a mistake by chance. */
export const SURE = 2;
/** Where nobody is asked for a second opinion. */
export const SURER = 3;

export const sum = (numbers: Iterable<number>): number => {
  let all = 0;
  for (const one of numbers) all += one;
  return all;
};

export const mean = (numbers: Numbers): number => sum(numbers) / numbers.length;

/** The standard deviation. */
export function std(numbers: Numbers): number {
  const middle = mean(numbers);
  return Math.sqrt(mean(numbers.map((one) => (one - middle) ** 2)));
}

export const minus = (one: Numbers, other: Numbers): Numbers => one.map((value, i) => value - other[i]!);

/** How far the mean of play-outs may be off (95 %); nothing where all are the same. */
export const noiseOf = (results: Numbers): number =>
  results.some((one) => one !== results[0]) ? (Z95 * std(results)) / Math.sqrt(results.length) : 0;

/** How much better one set of play-outs is than another on the same luck, and the noise of that. */
export function difference(one: Numbers, other: Numbers): [gain: number, noise: number] {
  const gaps = minus(one, other);
  return [mean(gaps), noiseOf(gaps)];
}

/** To the nearest whole number, halves to the even one. */
function around(number: number): number {
  const below = Math.floor(number);
  const rest = number - below;
  return rest > 0.5 || (rest === 0.5 && below % 2) ? below + 1 : below;
}

/** The number below which such a share of all lies, the nearest that there is. */
export function percentile(numbers: Numbers, share: number): number {
  return numbers.slice().sort()[around((numbers.length - 1) * share)]!;
}

// Wichura, algorithm AS 241 (1988): the part for tails, which Python's NormalDist.inv_cdf has, too
const ABOVE = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
const BELOW = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
];

/** How many standard deviations a normal number exceeds with such a chance, from 1e-11 to 0.07. */
export function exceeded(chance: number): number {
  const at = Math.sqrt(-Math.log(chance)) - 1.6;
  const [above, below] = [ABOVE, BELOW].map((terms) => terms.reduce((all, term) => all * at + term, 0));
  return above! / below!;
}
