import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

// Not imported: in tests where this file replaces the package, the import would return this file.
const RealDocument = createRequire(import.meta.url)('pdfkit') as new (options: object) => object;

let asReal = false;

/** Makes PDFs real or placeholders again. */
export function drawRealPdfs(wanted: boolean): void {
  asReal = wanted;
}

type Chain = Record<string | symbol, unknown>;

/** Takes every call, and draws nothing. */
const ignored: Chain = new Proxy({}, { get: () => () => ignored });

function createPlaceholder(): Chain {
  const events = new EventEmitter();
  const own: Chain = {
    x: 0,
    y: 0,
    on: events.on.bind(events),
    end: () => {
      events.emit('data', Buffer.from('%PDF-1.7 placeholder'));
      events.emit('end');
    },
  };
  return new Proxy(own, { get: (from, name) => (name in from ? from[name] : () => ignored) });
}

/** A stand-in for PDFKit, because tests complete hundreds of payments and a real receipt takes tens of milliseconds. */
export default function PdfDocument(options: object): object {
  return asReal ? new RealDocument(options) : createPlaceholder();
}
