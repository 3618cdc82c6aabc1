import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { locales } from '../../../contract/languages.ts';
import type { ReceiptDocument } from './document.ts';

const require = createRequire(import.meta.url);
const regularFile = require.resolve('@expo-google-fonts/manrope/400Regular/Manrope_400Regular.ttf');
const boldFile = require.resolve('@expo-google-fonts/manrope/700Bold/Manrope_700Bold.ttf');

let fonts: Promise<[regular: Buffer, bold: Buffer]> | undefined;

const margin = 56;
const width = 595 - 2 * margin;
const [ink, soft, line] = ['#12292b', '#42585a', '#d9e0d9'];

/** The PDF of a receipt: the same bytes every time. A few tens of milliseconds and kilobytes. */
export async function renderPdf(document: ReceiptDocument, issuedAt: Date): Promise<Buffer> {
  // Loaded with the first receipt: it is large, and most processes never need it.
  const { default: PdfDocument } = await import('pdfkit');
  fonts ??= Promise.all([readFile(regularFile), readFile(boldFile)]);
  const [regular, bold] = await fonts;
  const pdf = new PdfDocument({
    size: 'A4',
    margin,
    lang: locales[document.language].iso,
    displayTitle: true,
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

function draw(pdf: PDFKit.PDFDocument, document: ReceiptDocument): void {
  pdf.font('bold').fontSize(22).fillColor(ink).text(known(document.title), margin, margin, { width });
  pdf.moveDown(0.6);
  for (const [name, value] of document.facts) row(pdf, name, value, soft);
  pdf.moveDown(1);
  const top = pdf.y;
  const left = party(pdf, document.seller, margin, top);
  const right = party(pdf, document.buyer, margin + width / 2, top);
  pdf.x = margin;
  pdf.y = Math.max(left, right) + 18;
  rule(pdf);
  for (const { text, printed } of document.lines) row(pdf, text, printed, ink);
  rule(pdf);
  for (const [index, [name, printed]] of document.sums.entries())
    row(pdf, name, printed, ink, index === document.sums.length - 1);
  pdf.moveDown(1.5);
  pdf.font('regular').fontSize(10).fillColor(soft);
  for (const note of document.notes) pdf.text(known(note), margin, pdf.y, { width }).moveDown(0.4);
}

/** A name on the left and its value on the right of the same line. */
function row(pdf: PDFKit.PDFDocument, name: string, value: string, colour: string, strong = false): void {
  const { y } = pdf;
  pdf
    .font(strong ? 'bold' : 'regular')
    .fontSize(strong ? 12 : 10)
    .fillColor(colour);
  pdf.text(known(name), margin, y, { width: width * 0.6 });
  const below = pdf.y;
  pdf.fillColor(ink).text(known(value), margin + width * 0.6, y, { width: width * 0.4, align: 'right' });
  pdf.x = margin;
  pdf.y = Math.max(below, pdf.y) + 4;
}

function party(pdf: PDFKit.PDFDocument, { title, lines }: ReceiptDocument['seller'], x: number, y: number): number {
  const options = { width: width / 2 - 12 };
  pdf.font('regular').fontSize(9).fillColor(soft).text(known(title), x, y, options).moveDown(0.3);
  pdf.fontSize(10).fillColor(ink);
  for (const text of lines) if (text !== '') pdf.text(known(text), x, pdf.y, options);
  return pdf.y;
}

function rule(pdf: PDFKit.PDFDocument): void {
  const y = pdf.y + 4;
  pdf
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.75)
    .strokeColor(line)
    .stroke();
  pdf.y = y + 10;
}

// The font has no narrow space that does not break; without this it would print a box.
function known(text: string): string {
  return text.replaceAll('\u202f', '\u00a0');
}
