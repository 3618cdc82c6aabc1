/**
 * No response, or none that can be read: the connection is lost, or an intermediary responded. A TypeError, like a
 * failed fetch. The router's own loads throw one by its name (`scripts/vite-guarded-loads.ts`).
 */
export class LoadError extends TypeError {
  override readonly name = 'LoadError';
}

export function isLoadError(error: unknown): boolean {
  return error instanceof Error && error.name === 'LoadError';
}
