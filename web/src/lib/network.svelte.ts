/** Where others reach this server, and whether it was opened to the network that this machine is in. */
import { api } from './api';
import type { NetworkInfo } from './protocol';

/** A page that was opened under such a name is at an address that works on this machine only. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];
const here = () => LOCAL.includes(location.hostname);

let known = $state.raw<NetworkInfo | null>(null);

export const network = {
  /** What the server said last; null: it has not, or this page is not at the machine that runs it. */
  get info() {
    return known;
  },
  /** The origin for links that are given to others; null: only this machine reaches the server. */
  get origin(): string | null {
    return here() ? (known?.address ?? null) : location.origin;
  },
};

/** Ask the server, where the answer can be another than the address of this page. */
export async function lookAtNetwork(): Promise<void> {
  if (!here()) return;
  known = await api.network().catch(() => known);
}

/** Let the network in, or close the door again. */
export async function openNetwork(open: boolean): Promise<void> {
  known = await api.openNetwork({ open });
}
