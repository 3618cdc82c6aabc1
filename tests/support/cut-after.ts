import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';

/** Forwards the head and this many bytes of a body, then ends both connections. */
export function cutAfter(from: IncomingMessage, to: ServerResponse | ClientRequest, bytes: number): void {
  let left = Math.floor(bytes);
  const end = (): void => {
    from.destroy();
    to.destroy();
  };
  from.on('data', (part: Buffer) => {
    if (left < 0) return;
    const isLast = part.length >= left;
    // End only when the bytes are flushed.
    to.write(part.subarray(0, left), () => isLast && end());
    left = isLast ? -1 : left - part.length;
  });
  from.on('end', () => left >= 0 && end());
}
