import type { WebModule } from '../platform/web-module.ts';

export const layouts = {
  public: [],
} satisfies WebModule;
