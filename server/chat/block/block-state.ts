import type { Reader } from '../../platform/database/database.ts';
import { readBlocks } from '../queries.ts';

export type BlockState = 'none' | 'by-viewer' | 'by-other';

/**
 * Whether a block stands between two members. Where both blocked each other it is `by-other`: the viewer may see
 * nothing of the other (specification, section 4).
 */
export async function blockState(reader: Reader, viewerId: string, otherId: string): Promise<BlockState> {
  const found = await reader.first(readBlocks, [viewerId, otherId]);
  if (found?.by_other) return 'by-other';
  return found?.by_viewer ? 'by-viewer' : 'none';
}
