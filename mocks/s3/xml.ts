export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

type Value = string | number | boolean | readonly Fields[] | Fields;
type Fields = { [name: string]: Value };

/** Returns an XML response; a list becomes one element for each item. */
export function writeXml(root: string, fields: Fields) {
  return { headers: { 'content-type': 'application/xml' }, body: Buffer.from(writeElement(root, fields)) };
}

/** Escapes nothing: keys of the app have only letters, digits, `-`, `/` and `.`. */
function writeElement(name: string, value: Value): string {
  if (Array.isArray(value)) return (value as readonly Fields[]).map((item) => writeElement(name, item)).join('');
  const fields = typeof value === 'object' ? Object.entries(value as Fields) : null;
  const content = fields?.map((field) => writeElement(...field)) ?? [String(value)];
  return `<${name}>${content.join('')}</${name}>`;
}
