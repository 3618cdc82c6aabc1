import { correction, generate, mode } from 'lean-qr';
import type { ReactElement } from 'react';

import type { Payment } from '../../contract/payments/operations.ts';
import { useSay } from '../platform/sentences/sentences.tsx';

type Transfer = NonNullable<Payment['transfer']>;

const holderMaxLength = 70;
const referenceMaxLength = 140;
const textMaxBytes = 331;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Builds the text of a code for a SEPA credit transfer ("GiroCode", EPC069-12, version 002). The reference is
 * unstructured, so that bank apps send it exactly as it is shown. Null if the format cannot express the transfer.
 */
export function buildEpcText({ holder, iban, bic, reference }: Transfer, cents: number): string | null {
  if (holder.length > holderMaxLength || reference.length > referenceMaxLength) return null;
  const amount = `EUR${(cents / 100).toFixed(2)}`;
  const [utf8, purpose, structuredReference] = ['1', '', ''];
  const lines = ['BCD', '002', utf8, 'SCT', bic, holder, iban, amount, purpose, structuredReference, reference];
  const text = lines.join('\n');
  return encode(text).length > textMaxBytes ? null : text;
}

/** Returns the modules of a code as the path of a drawing that is `size` modules wide. */
export function drawCode(text: string): { path: string; size: number } {
  const code = generate(mode.bytes(encode(text)), { minCorrectionLevel: correction.M, maxVersion: 13 });
  const places = Array.from({ length: code.size }, (_, place) => place);
  const path = places.flatMap((y) => places.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`)).join('');
  return { path, size: code.size };
}

/** The blank border around a code, as the standard requires. */
const quietModules = 4;

/** A code that a bank app turns into the whole transfer. Dark on white in both themes: apps read nothing else. */
export function BankCode({ transfer, cents }: { transfer: Transfer; cents: number }): ReactElement | null {
  const say = useSay();
  const text = buildEpcText(transfer, cents);
  if (text === null) return null;
  const { path, size } = drawCode(text);
  const side = size + 2 * quietModules;
  return (
    <figure className="flex flex-wrap items-center gap-4">
      <svg
        viewBox={`${-quietModules} ${-quietModules} ${side} ${side}`}
        role="img"
        aria-label={say('payments.transfer.code')}
        shapeRendering="crispEdges"
        className="size-40 shrink-0 rounded-input forced-color-adjust-none"
      >
        <rect x={-quietModules} y={-quietModules} width={side} height={side} fill="#fff" />
        <path d={path} />
      </svg>
      <figcaption className="min-w-0 flex-1 basis-40 text-13 text-pretty text-ink-2">
        {say('payments.transfer.code-text')}
      </figcaption>
    </figure>
  );
}
