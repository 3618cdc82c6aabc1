/** European spreadsheets use semicolons. A text that would be taken for a formula is preceded by an apostrophe. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => (typeof field === 'number' ? String(field) : quoted(field))).join(';')}\r\n`;
}

function quoted(text: string): string {
  const harmless = /^\s*[=+\-@＝＋－＠\t\r\n|%]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
