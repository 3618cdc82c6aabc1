import type { WebModule } from '../platform/web-module.ts';

export const installedApp = {
  public: ['forget-others.ts', 'use-installed-app.ts'],
} satisfies WebModule;
