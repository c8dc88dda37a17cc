/** A second copy of a module, for a part of the page that is fetched later: the first then carries only what the rest uses. */
declare module '@noble/hashes/sha2.js?apart' {
  export { sha512 } from '@noble/hashes/sha2.js';
}
