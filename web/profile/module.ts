import type { WebModule } from '../platform/web-module.ts';

export const profile = {
  public: [],
} satisfies WebModule;
