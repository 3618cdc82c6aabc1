import type { FastifyInstance } from 'fastify';

import { languages } from '../../contract/languages.ts';
import { sharePicturePath } from '../../contract/share-picture.ts';
import type { AppContext } from '../context.ts';

/** Beyond so many, the first makes room: a site has eleven. */
const keptMax = 110;

/**
 * Serves the picture that other services show with a link to a page, for each site and language. It is drawn when it is
 * asked for, and kept: what it shows follows from the name of the site and the sentence alone.
 */
export function registerSharePictures(server: FastifyInstance, context: AppContext): void {
  const kept = new Map<string, Promise<Buffer>>();
  const draw = async (name: string, words: string): Promise<Buffer> => {
    // Loaded with the first picture: the library is large.
    const { drawSharePicture } = await import('./draw-share-picture.ts');
    return drawSharePicture(name, words);
  };
  for (const language of languages)
    server.get(sharePicturePath(language), async (request, reply) => {
      const { site } = await context.sites.atHost(request.host, null);
      const { name } = site.settings;
      const words = context.sentences.in(language)('landing.hero');
      const key = JSON.stringify([name, words]);
      const picture = kept.get(key) ?? draw(name, words);
      kept.set(key, picture);
      const [oldest] = kept.keys();
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
      // A failure is not kept.
      picture.catch(() => kept.delete(key));
      const bytes = await picture;
      return reply
        .type('image/png')
        .header('cache-control', 'public, max-age=86400')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(bytes);
    });
}
