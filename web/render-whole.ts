import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

const renderWithinMs = 5_000;

/**
 * Renders a document to one piece. Everything it needs was loaded before, so there is nothing to wait for; and as a
 * stream it would go through three adapters in pieces of 2 KB, which costs more than half of the rendering.
 */
export function renderWhole(document: ReactElement, nonce: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    const sink = {
      write: (piece: Uint8Array | string) => {
        pieces.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
        return true;
      },
      end: () => {
        clearTimeout(late);
        resolve(joined(pieces));
      },
      destroy: reject,
      on: () => sink,
    };
    const rendering = renderToPipeableStream(document, {
      nonce,
      onAllReady: () => void rendering.pipe(sink),
      onShellError: reject,
    });
    const late = setTimeout(() => rendering.abort(), renderWithinMs);
  });
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
