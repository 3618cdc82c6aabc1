import type { AppContext } from '../context.ts';
import { blurredLink, imageLinks } from './links.ts';
import type { Links } from './present.ts';

/** The links to one member's photos for one viewer. */
export function photoLinksFor(context: AppContext, ownerId: string, viewerId: string | null): Links {
  const owner = { kind: 'member', id: ownerId } as const;
  return {
    image: (photoId, status) => imageLinks(context, owner, photoId, status, viewerId),
    blurred: (photoId) => blurredLink(context, owner, photoId, viewerId),
  };
}
