import type { WebModule } from '../platform/web-module.ts';

export const live = {
  public: ['matches.ts'],
} satisfies WebModule;
