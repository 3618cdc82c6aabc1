import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { locales } from '../../../contract/platform/languages.ts';
import type { ReceiptDocument } from './document.ts';

const require = createRequire(import.meta.url);
const regularFile = require.resolve('@expo-google-fonts/manrope/400Regular/Manrope_400Regular.ttf');
const boldFile = require.resolve('@expo-google-fonts/manrope/700Bold/Manrope_700Bold.ttf');

let fonts: Promise<[regular: Buffer, bold: Buffer]> | undefined;

const margin = 56;
const width = 595 - 2 * margin;
const [ink, soft, line] = ['#12292b', '#42585a', '#d9e0d9'];

/**
 * Renders the PDF of a receipt, tagged for screen readers: always the same bytes, in tens of milliseconds and
 * kilobytes.
 */
export async function renderPdf(document: ReceiptDocument, issuedAt: Date): Promise<Buffer> {
  // Loaded with the first receipt, because it is large and most processes never need it.
  const { default: PdfDocument } = await import('pdfkit');
  fonts ??= Promise.all([readFile(regularFile), readFile(boldFile)]);
  const [regular, bold] = await fonts;
  const pdf = new PdfDocument({
    size: 'A4',
    margin,
    lang: locales[document.language].iso,
    displayTitle: true,
    pdfVersion: '1.7',
    tagged: true,
    font: regular as unknown as string,
    info: { Title: document.title, Author: document.seller.lines[0] ?? '', CreationDate: issuedAt, ModDate: issuedAt },
  });
  pdf.registerFont('regular', regular);
  pdf.registerFont('bold', bold);
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  draw(pdf, document);
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

type Pdf = PDFKit.PDFDocument;
type Part = PDFKit.PDFStructureElement;

/** Draws in reading order, each text within its part of the structure. */
function draw(pdf: Pdf, document: ReceiptDocument): void {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  sign(pdf);
  write(pdf, root, 'H1', () =>
    pdf
      .font('bold')
      .fontSize(22)
      .fillColor(ink)
      .text(known(document.title), margin, margin, { width: width - 40 }),
  );
  pdf.moveDown(0.6);
  table(pdf, root, (rows) => {
    for (const [name, value] of document.facts) row(pdf, rows, { name, value, color: soft });
  });
  pdf.moveDown(1);
  const top = pdf.y;
  const left = party(pdf, root, document.seller, margin, top);
  const right = party(pdf, root, document.buyer, margin + width / 2, top);
  pdf.x = margin;
  pdf.y = Math.max(left, right) + 18;
  rule(pdf);
  table(pdf, root, (rows) => {
    for (const { text, printed } of document.lines) row(pdf, rows, { name: text, value: printed, color: ink });
    rule(pdf);
    for (const [index, [name, value]] of document.sums.entries())
      row(pdf, rows, { name, value, color: ink, strong: index === document.sums.length - 1 });
  });
  pdf.moveDown(1.5);
  for (const note of document.notes) {
    write(pdf, root, 'P', () =>
      pdf.font('regular').fontSize(10).fillColor(soft).text(known(note), margin, pdf.y, { width }),
    );
    pdf.moveDown(0.4);
  }
  root.end();
}

/** Writes a tagged part. The types of its options lack `scope`. */
function write(pdf: Pdf, parent: Part, role: string, drawText: () => void, options: object = {}): void {
  parent.add(pdf.struct(role, options, [drawText]));
}

function table(pdf: Pdf, parent: Part, drawRows: (rows: Part) => void): void {
  const rows = pdf.struct('Table');
  parent.add(rows);
  drawRows(rows);
  rows.end();
}

function row(
  pdf: Pdf,
  rows: Part,
  { name, value, color, strong = false }: { name: string; value: string; color: string; strong?: boolean },
): void {
  const { y } = pdf;
  const part = pdf.struct('TR');
  rows.add(part);
  pdf.font(strong ? 'bold' : 'regular').fontSize(strong ? 12 : 10);
  write(pdf, part, 'TH', () => pdf.fillColor(color).text(known(name), margin, y, { width: width * 0.6 }), {
    scope: 'Row',
  });
  const below = pdf.y;
  const right = { width: width * 0.4, align: 'right' } as const;
  write(pdf, part, 'TD', () => pdf.fillColor(ink).text(known(value), margin + width * 0.6, y, right));
  part.end();
  pdf.x = margin;
  pdf.y = Math.max(below, pdf.y) + 4;
}

function party(pdf: Pdf, root: Part, { title, lines }: ReceiptDocument['seller'], x: number, y: number): number {
  const options = { width: width / 2 - 12 };
  write(pdf, root, 'H2', () => pdf.font('regular').fontSize(9).fillColor(soft).text(known(title), x, y, options));
  pdf.moveDown(0.3);
  for (const text of lines)
    if (text !== '') write(pdf, root, 'P', () => pdf.fontSize(10).fillColor(ink).text(known(text), x, pdf.y, options));
  return pdf.y;
}

function rule(pdf: Pdf): void {
  const y = pdf.y + 4;
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.75)
    .strokeColor(line)
    .stroke();
  pdf.endMarkedContent();
  pdf.y = y + 10;
}

function sign(pdf: Pdf): void {
  const flame = 'M13 1.5c4.4 5 5.8 9 2.6 12a3.7 3.7 0 0 1-5.2 0c-3.2-3-1.8-7 2.6-12Z';
  const cup = 'M2.5 15.5h21l-2.2 10.3a4 4 0 0 1-3.9 3.2H8.6a4 4 0 0 1-3.9-3.2Z';
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.save().translate(margin + width - 26, margin - 4);
  pdf.path(flame).fill('#f39a43');
  pdf.path(cup).fill('#126a64');
  pdf.restore();
  pdf.endMarkedContent();
}

// The font has no narrow no-break space and would print a box.
function known(text: string): string {
  return text.replaceAll('\u202f', '\u00a0');
}
