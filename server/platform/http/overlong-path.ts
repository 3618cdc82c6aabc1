/** No route has more than four segments. */
const segmentsMax = 8;
/** The longest parts are ids of 36 characters, slugs and names, which may be written with `%`. */
const lengthMax = 512;

/**
 * Whether a path, without its query, is longer than any route's. The router matches every beginning of a path while it
 * renders it: thousands of segments would keep the process busy for seconds.
 */
export function isOverlong(path: string): boolean {
  // A backslash is read as a slash.
  return path.length > lengthMax || path.split(/[/\\]/).length - 1 > segmentsMax;
}
