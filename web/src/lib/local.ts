/** Tables that live in this browser are told from a server's by their names. */
export const LOCAL = 'local-';
export const isLocal = (id: string) => id.startsWith(LOCAL);
