/**
 * Nothing came, or nothing that can be read: the connection is lost, or somebody on the way answered. A TypeError, as a
 * failed fetch is. The router's own loads throw one by its name (`scripts/vite-guarded-loads.ts`).
 */
export class LoadError extends TypeError {
  override readonly name = 'LoadError';
}

export function isLoadError(error: unknown): boolean {
  return error instanceof Error && error.name === 'LoadError';
}
