import type { WebModule } from '../platform/web-module.ts';

export const region = {
  public: [],
} satisfies WebModule;
