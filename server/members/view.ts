import type { AppContext } from '../context.ts';
import { imageLinks } from '../photos/links.ts';
import type { View } from './present.ts';

/** How a viewer (null: a visitor) sees members now: links of pictures are signed for them alone. */
export function viewOf(context: Pick<AppContext, 'clock' | 'secret'>, viewerId: string | null): View {
  return {
    viewerId,
    now: context.clock.now(),
    image: (id, photoId, status) => imageLinks(context, { kind: 'member', id }, photoId, status, viewerId),
  };
}
