import type { FastifyInstance } from 'fastify';

import type { AppContext } from '../context.ts';
import { sendFailure } from './http.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods at a path, for a wildcard route that does not serve every path. */
    methodsAt?: (path: string) => readonly string[];
  }
}

interface Place {
  pattern: RegExp;
  methods: Set<string>;
  methodsAt?: ((path: string) => readonly string[]) | undefined;
}

/** Sends 405 with `Allow` if the path has other methods, else 404. Must be called before the first route is added. */
export function registerUnhandled(app: FastifyInstance, context: AppContext): void {
  const places = new Map<string, Place>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const place = places.get(url) ?? { pattern: buildPattern(url), methods: new Set(), methodsAt: config?.methodsAt };
    for (const one of [method].flat()) place.methods.add(one);
    places.set(url, place);
  });
  const methodsAt = (path: string): readonly string[] => {
    // The longest pattern is the most specific one: `/*` and `/api/*` also match the paths of others.
    const fitting = [...places].filter(([, { pattern }]) => pattern.test(path));
    const [, place] = fitting.toSorted(([one], [other]) => other.length - one.length)[0] ?? [];
    return place?.methodsAt?.(path) ?? [...(place?.methods ?? [])];
  };
  app.setNotFoundHandler(async ({ url, method }, reply) => {
    const methods = methodsAt(url.split('?', 1)[0] ?? '/');
    if (methods.length === 0 || methods.includes(method)) return sendFailure(context, reply, 'request.not-found');
    return sendFailure(context, reply.header('allow', methods.join(', ')), 'request.method');
  });
}

function buildPattern(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
}
