import type { WebModule } from '../platform/web-module.ts';

export const shell = {
  public: [
    'back-button.tsx',
    'disclosure.tsx',
    'error-page.tsx',
    'home-link.tsx',
    'language-menu.tsx',
    'log-in-button.tsx',
    'page-head.tsx',
    'signup-flow.ts',
    'title.tsx',
    'unread-counts.ts',
  ],
} satisfies WebModule;
