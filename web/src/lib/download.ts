/** Let the browser save a text as a file. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Let the browser save anything as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Whether this device hands pictures to other programs. */
export function sharesPictures(): boolean {
  if (typeof File === 'undefined') return false;
  return !!navigator.canShare?.({ files: [new File([], 'a.png', { type: 'image/png' })] });
}

/** Whether somebody has only changed their mind about it. */
export const changedMind = (problem: unknown) =>
  problem instanceof DOMException && problem.name === 'AbortError';
