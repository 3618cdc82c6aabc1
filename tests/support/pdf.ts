import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of a PDF as a reader of it sees it: its pieces in order, with spaces that do not break as plain ones. */
export async function pdfText(content: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(content), verbosity: 0, useSystemFonts: false });
  const pdf = await task.promise;
  const pieces: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    let line = '';
    for (const item of items) {
      if (!('str' in item)) continue;
      line += item.str;
      if (!item.hasEOL) continue;
      pieces.push(line);
      line = '';
    }
    pieces.push(line);
  }
  await task.destroy();
  return pieces.map((piece) => piece.replaceAll(/[\u00a0\u202f]/g, ' ').trim()).filter((piece) => piece !== '');
}
