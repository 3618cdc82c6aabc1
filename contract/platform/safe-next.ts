/** True if a text is a path with a query of plain characters, so that it cannot lead to another site. */
export function isSafeNext(next: string): boolean {
  return /^(?![^?]*\/\/)\/[\w\-./?=&%,]*$/.test(next);
}

/** Returns a query that consists only of the plain characters that `isSafeNext` allows. */
export function plainQuery(pairs: Iterable<readonly [string, string]>): string {
  return [...pairs].map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
