/** No route has more than four segments. */
const segmentsMax = 8;
/** The longest segments are ids of 36 characters, slugs and names, which may be percent-encoded. */
const lengthMax = 512;

/**
 * True if a path, without its query, is longer than any route's. The router matches every prefix of a path while it
 * renders: thousands of segments would keep the process busy for seconds.
 */
export function isOverlong(path: string): boolean {
  // A backslash is read as a slash.
  return path.length > lengthMax || path.split(/[/\\]/).length - 1 > segmentsMax;
}
