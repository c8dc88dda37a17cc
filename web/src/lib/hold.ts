/** Press and hold, by finger, mouse, key or a screen reader's click: how long it was held is told when it ends. */
interface Holding {
  begin: () => void;
  end: (milliseconds: number) => void;
  /** It was interrupted, by a gesture of the browser or because the page lost the focus. */
  cancel: () => void;
}

const KEYS = ['Enter', ' '];

export function hold({ begin, end, cancel }: Holding): (node: HTMLElement) => () => void {
  return (node) => {
    let since: number | null = null;

    function start(): void {
      since = performance.now();
      begin();
    }
    function stop(): void {
      if (since === null) return;
      const held = performance.now() - since;
      since = null;
      end(held);
    }
    function interrupt(): void {
      if (since === null) return;
      since = null;
      cancel();
    }
    function pointerdown(event: PointerEvent): void {
      if (event.button) return;
      node.setPointerCapture(event.pointerId);
      start();
    }
    function key(event: KeyboardEvent): void {
      if (!KEYS.includes(event.key)) return;
      event.preventDefault();
      if (event.type === 'keyup') stop();
      else if (!event.repeat) start();
    }
    function click(event: MouseEvent): void {
      // Fingers, mice and keys have been heard already.
      if (event.detail || since !== null) return;
      start();
      stop();
    }
    const quiet = (event: Event) => event.preventDefault();
    const heard: [string, (event: never) => void][] = [
      ['pointerdown', pointerdown],
      ['pointerup', stop],
      ['pointercancel', interrupt],
      ['keydown', key],
      ['keyup', key],
      // A node that is taken away loses the focus in the middle of drawing: nothing may change then.
      ['blur', () => queueMicrotask(interrupt)],
      ['click', click],
      ['contextmenu', quiet],
    ];
    for (const [name, what] of heard) node.addEventListener(name, what as EventListener);
    return () => {
      for (const [name, what] of heard) node.removeEventListener(name, what as EventListener);
    };
  };
}
