import type { WebModule } from '../platform/web-module.ts';

export const cache = {
  public: ['apply-to-caches.ts', 'chat-effects.ts', 'list-pages.ts'],
} satisfies WebModule;
