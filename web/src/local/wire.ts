/** The line to a table of this browser: the page speaks over it as over a websocket. */
import type { Wire } from '../lib/connection';
import type { ClientMessage, ServerMessage } from '../lib/protocol';
import type { LocalTable } from './table';
import { localTable, whenGone } from './tables';
import type { Ask } from './workers';

/** What a server says of a table that it does not know. */
const UNKNOWN = 4000;

/** Who thinks can be told; else workers do. */
export function localWire(id: string, ask?: Ask): Wire {
  let table: LocalTable | null = null;
  let open = true;
  const send = (message: ServerMessage) => {
    if (open) wire.onmessage?.({ data: JSON.stringify(message) });
  };
  const stop = whenGone(id, () => {
    wire.close();
    wire.onclose?.({ code: UNKNOWN });
  });
  const wire: Wire = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (data) => void table?.hear(JSON.parse(data) as ClientMessage, send).catch(console.error),
    close: () => {
      open = false;
      stop();
      table?.leave(send);
    },
  };
  void localTable(id, ask).then(
    (found) => {
      if (!open) return;
      table = found;
      if (!found) return wire.onclose?.({ code: UNKNOWN });
      wire.onopen?.();
      found.enter(send);
      void found.prepare().catch(console.error);
    },
    () => open && wire.onclose?.({ code: 0 }),
  );
  return wire;
}
