import type { WebModule } from '../platform/web-module.ts';

export const sources = {
  public: ['source-choice.tsx', 'visitor-source.ts'],
} satisfies WebModule;
