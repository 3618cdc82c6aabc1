import type { WebModule } from '../platform/web-module.ts';

export const installedApp = {
  public: ['database.ts', 'forget-others.ts', 'in-time.ts', 'shared.ts', 'use-installed-app.ts'],
} satisfies WebModule;
