import type { WebModule } from '../platform/web-module.ts';

export const landing = {
  public: [],
} satisfies WebModule;
