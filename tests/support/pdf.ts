import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads the text of a PDF as a reader sees it: its pieces in order, with non-breaking spaces as plain ones. */
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

interface StructNode {
  role?: string;
  type?: string;
  id?: string;
  children?: StructNode[];
}

/** Reads a PDF as a screen reader does: its language and title, and its texts in order with their roles. */
export async function pdfSpoken(content: Uint8Array): Promise<{
  language: unknown;
  title: unknown;
  isTagged: boolean;
  parts: [roles: string, text: string][];
  unspoken: string[];
}> {
  const task = getDocument({ data: new Uint8Array(content), verbosity: 0, useSystemFonts: false });
  const pdf = await task.promise;
  const info = (await pdf.getMetadata()).info as Record<string, unknown>;
  const parts: [string, string][] = [];
  const unspoken: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const texts = new Map<string, string>();
    const open: string[] = [];
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if (!('type' in item)) {
        const id = open.findLast((one) => one !== '');
        if (id) texts.set(id, (texts.get(id) ?? '') + item.str + (item.hasEOL ? ' ' : ''));
        else if (item.str.trim() !== '') unspoken.push(item.str);
      } else if (item.type === 'endMarkedContent') open.pop();
      else open.push(item.id ?? '');
    }
    const visit = (node: StructNode, roles: string): void => {
      if (node.type === 'content') parts.push([roles, plain(texts.get(node.id ?? '') ?? '')]);
      for (const child of node.children ?? []) visit(child, node.role ? `${roles} ${node.role}`.trim() : roles);
    };
    const tree = (await page.getStructTree()) as StructNode | null;
    if (tree) visit({ ...tree, role: '' }, '');
  }
  const isTagged = (await pdf.getMarkInfo())?.Marked === true;
  await task.destroy();
  return { language: info['Language'], title: info['Title'], isTagged, parts, unspoken };
}

function plain(text: string): string {
  return text
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
