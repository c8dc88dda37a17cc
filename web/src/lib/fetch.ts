/** Files that the page fetches for itself: words, rules, nets. */

/** A file's bytes. On a static site it lies packed; one that was packed for the way only comes unpacked already. */
export async function fetchBytes(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** What a JSON file holds. */
export const fetchJson = async <T>(address: string) =>
  JSON.parse(new TextDecoder().decode(await fetchBytes(address))) as T;
