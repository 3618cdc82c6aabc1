import type { FastifyInstance, FastifyReply } from 'fastify';

import { isLanguage, languages } from '../../contract/languages.ts';
import { landerPicturePath, sharePicturePath } from '../../contract/share-picture.ts';
import type { SentenceId } from '../../locales/parts.ts';
import type { AppContext } from '../context.ts';

/** How many pictures are kept; the one that was not asked for longest makes room. A site has 11, and 99 for each niche. */
const keptMax = 300;

/** What a picture shows. */
interface SharePicture {
  /** The name of the site. */
  name: string;
  words: string;
  /** The lander and its niche, if it is not the tealight. */
  of?: string;
}

/** The drawing of a lander in the colours of a niche, by its slug. Null if there is no such lander or niche. */
export type SceneOf = (lander: string, niche: string) => string | null;

/**
 * Serves the pictures that other services show with a link to a page: one for each site and language, and one for each
 * lander with its niche. They are drawn when they are asked for, one after the other, and kept: what they show follows
 * from the name of the site and the sentence alone.
 */
export function registerSharePictures(server: FastifyInstance, context: AppContext, sceneOf: SceneOf): void {
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
      return send(reply, await pictures.of(picture));
    });
  server.get<{ Params: { lander: string; niche: string; language: string } }>(
    landerPicturePath(':lander', ':niche', ':language'),
    async (request, reply) => {
      const { lander, niche, language } = request.params;
      if (!isLanguage(language)) return send(reply, null);
      const words = context.sentences.in(language)(`landers.${lander}.title` as SentenceId);
      const picture = { name: await nameAt(request.host), words, of: `${lander}/${niche}` };
      return send(reply, await pictures.of(picture, () => sceneOf(lander, niche)));
    },
  );
}

/** Keeps what was drawn. `sceneOf` is asked for what is not kept; there is no picture if it answers null. */
function keepPictures(): { of(picture: SharePicture, sceneOf?: () => string | null): Promise<Buffer | null> } {
  const kept = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();
  const draw = async ({ name, words }: SharePicture, scene: string | undefined): Promise<Buffer> => {
    // Loaded with the first picture: the library is large.
    const { drawSharePicture } = await import('./draw-share-picture.ts');
    return drawSharePicture(name, words, scene);
  };
  return {
    async of(picture, sceneOf) {
      const key = JSON.stringify(picture);
      let found = kept.get(key);
      if (!found) {
        const scene = sceneOf?.();
        if (scene === null) return null;
        found = last.then(() => draw(picture, scene));
        last = found.catch(() => undefined);
      }
      kept.delete(key);
      kept.set(key, found);
      const [oldest] = kept.keys();
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
      // A failure is not kept.
      found.catch(() => kept.delete(key));
      return found;
    },
  };
}
