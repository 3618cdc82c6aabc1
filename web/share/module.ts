import type { WebModule } from '../platform/web-module.ts';

export const share = {
  public: ['site-files.ts'],
} satisfies WebModule;
