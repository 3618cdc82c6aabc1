import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';

/** Passes on the head and so many bytes of a body, and ends both connections once they are on their way. */
export function cutAfter(from: IncomingMessage, to: ServerResponse | ClientRequest, bytes: number): void {
  let left = Math.floor(bytes);
  const end = (): void => {
    from.destroy();
    to.destroy();
  };
  from.on('data', (part: Buffer) => {
    if (left < 0) return;
    const isLast = part.length >= left;
    // What is written may still be held back until then.
    to.write(part.subarray(0, left), () => isLast && end());
    left = isLast ? -1 : left - part.length;
  });
  from.on('end', () => left >= 0 && end());
}
