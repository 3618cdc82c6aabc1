/** Joins class names, skipping falsy ones. Later utilities do not override earlier ones: CSS order decides. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
