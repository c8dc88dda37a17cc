/** Where others reach this server: a page that was opened as localhost is at an address that works on this machine only. */
import { api } from '../lib/api';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** The origin for links that are given to others; null: the server listens for this machine alone. */
export async function outside(): Promise<string | null> {
  if (!LOCAL.includes(location.hostname)) return location.origin;
  return (await api.catalogue()).address;
}
