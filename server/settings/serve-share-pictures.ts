import type { FastifyInstance, FastifyReply } from 'fastify';

import { isLanguage, languages } from '../../contract/platform/languages.ts';
import { landerPicturePath, sharePicturePath } from '../../contract/share/share-picture.ts';
import type { SentenceId } from '../../locales/parts.ts';
import type { AppContext } from '../context.ts';
import { BoundedMap } from '../platform/bounded-map.ts';

/** Size of the cache, which evicts the least recently used picture. A site has 11 pictures, and 99 for each niche. */
const keptMax = 300;

interface SharePicture {
  name: string;
  words: string;
  /** The lander and its niche; missing for the tealight. */
  of?: string;
}

/** A lander's drawing in the colors of a niche, by slug. Null if there is no such lander or niche. */
export type DrawScene = (lander: string, niche: string) => string | null;

/** Serves the pictures that other services show with a link. They are drawn on request, one at a time, and cached. */
export function registerSharePictures(server: FastifyInstance, context: AppContext, drawScene: DrawScene): void {
  const pictures = keepPictures();
  const nameAt = async (host: string): Promise<string> => (await context.sites.atHost(host, null)).site.settings.name;
  const send = (reply: FastifyReply, bytes: Buffer | null): FastifyReply => {
    if (!bytes) {
      reply.callNotFound();
      return reply;
    }
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(bytes);
  };

  for (const language of languages)
    server.get(sharePicturePath(language), async (request, reply) => {
      const picture = { name: await nameAt(request.host), words: context.sentences.in(language)('landing.hero') };
      return send(reply, await pictures.get(picture));
    });
  server.get<{ Params: { lander: string; niche: string; language: string } }>(
    landerPicturePath(':lander', ':niche', ':language'),
    async (request, reply) => {
      const { lander, niche, language } = request.params;
      if (!isLanguage(language)) return send(reply, null);
      const words = context.sentences.in(language)(`landers.${lander}.title` as SentenceId);
      const picture = { name: await nameAt(request.host), words, of: `${lander}/${niche}` };
      return send(reply, await pictures.get(picture, () => drawScene(lander, niche)));
    },
  );
}

function keepPictures(): { get(picture: SharePicture, drawScene?: () => string | null): Promise<Buffer | null> } {
  const kept = new BoundedMap<string, Promise<Buffer>>(keptMax);
  let last: Promise<unknown> = Promise.resolve();
  const draw = async ({ name, words }: SharePicture, scene: string | undefined): Promise<Buffer> => {
    // Loaded with the first picture, because the library is large.
    const { drawSharePicture } = await import('./draw-share-picture.ts');
    return drawSharePicture(name, words, scene);
  };
  return {
    async get(picture, drawScene) {
      const key = JSON.stringify(picture);
      let found = kept.get(key);
      if (!found) {
        const scene = drawScene?.();
        if (scene === null) return null;
        found = last.then(() => draw(picture, scene));
        last = found.catch(() => undefined);
      }
      kept.set(key, found);
      // Failures are not cached.
      found.catch(() => kept.delete(key));
      return found;
    },
  };
}
