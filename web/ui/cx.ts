/** Joins class names and leaves out what is not there. Later utilities do not override earlier ones: CSS order decides. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
