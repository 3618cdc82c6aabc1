/** Formats a time as the API does, in UTC to the second and with an offset: `2026-03-12T10:56:15+00:00`. */
export function writeMoment(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`;
}
