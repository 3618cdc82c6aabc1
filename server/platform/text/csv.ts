/**
 * Writes one line with semicolons, as European spreadsheets expect. An apostrophe precedes a text that they would take
 * for a formula.
 */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => (typeof field === 'number' ? String(field) : quoteField(field))).join(';')}\r\n`;
}

function quoteField(text: string): string {
  const harmless = /^\s*[=+\-@＝＋－＠\t\r\n|%]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
