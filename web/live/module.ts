import type { WebModule } from '../platform/web-module.ts';

export const live = {
  public: ['live-store.ts', 'matches.ts'],
} satisfies WebModule;
