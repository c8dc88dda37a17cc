// Opens a game's module and calls what it offers, knowing only its description. Runs in any JavaScript engine.
async function openModule(code, description) {
  const bytes = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const { memory, __heap_base: start } = instance.exports;
  const up = (address) => (address + 15) & ~15;

  /** Lay all that is handed over behind each other into the memory; the numbers to call with, and where things lie. */
  function lay(name, leaves) {
    let top = up(start.value);
    const numbers = [];
    const places = [];
    description.entries[name].forEach(([, type], at) => {
      const leaf = leaves[at];
      if (type === 'i32' || type === 'i64') {
        numbers.push(type === 'i64' ? BigInt(leaf) : Number(leaf));
        return;
      }
      const data = leaf.data;
      if (leaf.same !== at) {
        // the same memory, handed over twice
        const place = places[leaf.same];
        places[at] = place;
        numbers.push(place.at, ...leaf.shape);
        return;
      }
      const more = top + data.length - memory.buffer.byteLength;
      if (more > 0) memory.grow(Math.ceil(more / 65536));
      new Uint8Array(memory.buffer).set(data, top);
      places[at] = { at: top, length: data.length };
      numbers.push(top, ...leaf.shape);
      top = up(top + data.length);
    });
    return { numbers, places };
  }

  async function digest(places, returned) {
    const all = new Uint8Array(places.filter(Boolean).reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const { at, length } of places.filter(Boolean)) {
      all.set(new Uint8Array(memory.buffer, at, length), end);
      end += length;
    }
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
    return [returned, [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')];
  }

  return {
    /** What a call returns, and a hash over all that was handed to it, afterwards. */
    async call({ name, leaves }) {
      const read = (leaf) =>
        typeof leaf === 'string'
          ? leaf
          : { ...leaf, data: Uint8Array.from(atob(leaf.bytes), (letter) => letter.charCodeAt(0)) };
      const { numbers, places } = lay(name, leaves.map(read));
      const began = performance.now();
      const returned = instance.exports[name](...numbers);
      const seconds = (performance.now() - began) / 1000;
      return [...(await digest(places, returned)), seconds];
    },
  };
}
