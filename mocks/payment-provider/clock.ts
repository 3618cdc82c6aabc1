/** `2026-03-12T10:56:15+00:00`: the API writes moments to the second, in UTC, with the offset spelt out. */
export function writeMoment(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`;
}
