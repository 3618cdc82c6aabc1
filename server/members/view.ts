import type { ShownProfile } from '../../contract/members/shown-profile.ts';
import type { AppContext } from '../context.ts';
import { blurredLink, imageLinks } from '../photos/links.ts';
import type { View } from './present.ts';

/** The view of one viewer (null: a visitor) at this moment; picture links are signed for that viewer alone. */
export function buildView(
  context: Pick<AppContext, 'clock' | 'secret'>,
  viewerId: string | null,
  shown: ShownProfile,
): View {
  return {
    viewerId,
    shown,
    now: context.clock.now(),
    image: (id, photoId, status) => imageLinks(context, { kind: 'member', id }, photoId, status, viewerId),
    blurred: (id, photoId) => blurredLink(context, { kind: 'member', id }, photoId, viewerId),
  };
}
