/**
 * A drawing on the page as a picture of its own: an SVG that needs nothing else, and a PNG made of it. What the page's style sheets
 * say of it is written into it, and so are the fonts.
 */
import sansMore from '../fonts/lodge-sans-more.woff2?url';
import sans from '../fonts/lodge-sans.woff2?url';
import serifMore from '../fonts/lodge-serif-more.woff2?url';
import serif from '../fonts/lodge-serif.woff2?url';

/** Milliseconds. */
const FONTS_COME = 250;
const SVG = 'http://www.w3.org/2000/svg';
const FONTS: [string, string][] = [
  ['Lodge Sans', sans],
  ['Lodge Sans', sansMore],
  ['Lodge Serif', serif],
  ['Lodge Serif', serifMore],
];
/** What decides how something looks. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
];

/** A drawing that is used in several places is copied there: a picture of its own cannot look it up on the page. */
function drawUsed(use: SVGUseElement): void {
  const drawn = document.querySelector(use.getAttribute('href') ?? '#')?.cloneNode(true) as
    Element | undefined;
  drawn?.removeAttribute('id');
  const group = document.createElementNS(SVG, 'g');
  for (const name of ['class', 'style', 'transform'])
    if (use.hasAttribute(name)) group.setAttribute(name, use.getAttribute(name) ?? '');
  if (drawn) group.append(drawn);
  use.replaceWith(group);
}

/** A copy that looks the same without the page. */
function standalone(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  drawing.parentElement?.append(copy);
  for (const use of copy.querySelectorAll('use')) drawUsed(use);
  const all = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  for (const part of all) part.style.animation = 'none'; // as it looks when it has grown
  const looks = all.map((part) => {
    const style = getComputedStyle(part);
    return {
      hidden: style.display === 'none',
      transform: style.transform,
      style: STYLES.map((name) => style.getPropertyValue(name)),
    };
  });
  copy.remove();
  all.forEach((part, i) => {
    const look = looks[i];
    if (!look) return;
    if (look.hidden && part !== copy) return part.remove();
    STYLES.forEach((name, at) => part.setAttribute(name, look.style[at] ?? ''));
    if (look.transform !== 'none') part.setAttribute('transform', look.transform);
    if (part.localName === 'svg' && part !== copy && !part.hasAttribute('width')) {
      part.setAttribute('width', '100%');
      part.setAttribute('height', '100%');
    }
    for (const { name } of [...part.attributes])
      if (/^(class|style|role|aria-.*|data-.*)$/.test(name)) part.removeAttribute(name);
  });
  return copy;
}

async function inBase64(url: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}

/** The drawing as the text of a file. */
export async function svgText(drawing: SVGSVGElement): Promise<string> {
  const copy = standalone(drawing);
  const faces = await Promise.all(
    FONTS.map(
      async ([name, url]) =>
        `@font-face{font-family:'${name}';src:url(data:font/woff2;base64,${await inBase64(url)});font-display:swap}`,
    ),
  );
  const style = document.createElementNS(SVG, 'style');
  style.textContent = faces.join('');
  copy.prepend(style);
  copy.setAttribute('xmlns', SVG);
  return new XMLSerializer().serializeToString(copy);
}

/** The same as a PNG. */
export async function png(text: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext('2d');
  pen?.drawImage(image, 0, 0, width, height);
  await new Promise((done) => setTimeout(done, FONTS_COME)); // those in the picture, where the first look asks for them
  pen?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}
