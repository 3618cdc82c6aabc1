import type { WebModule } from '../platform/web-module.ts';

export const likes = {
  public: ['new-like-mount.tsx'],
} satisfies WebModule;
