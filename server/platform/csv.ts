/**
 * A line of a CSV file with semicolons, as spreadsheets in Europe read it. Texts are quoted, and one that a spreadsheet
 * would take for a formula is preceded by an apostrophe; numbers stay numbers.
 */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map((field) => (typeof field === 'number' ? String(field) : quoted(field))).join(';')}\r\n`;
}

function quoted(text: string): string {
  const harmless = /^\s*[=+\-@＝＋－＠\t\r\n|%]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
