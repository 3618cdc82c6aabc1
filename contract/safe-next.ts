/** Whether a text is a path of this site, with a query of plain characters, so that it can lead to no other site. */
export function isSafeNext(next: string): boolean {
  return /^(?![^?]*\/\/)\/[\w\-./?=&%,]*$/.test(next);
}

/** A query of the plain characters that such a path may have. */
export function plainQuery(pairs: Iterable<readonly [string, string]>): string {
  return [...pairs].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
