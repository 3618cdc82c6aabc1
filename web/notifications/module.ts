import type { WebModule } from '../platform/web-module.ts';

export const notifications = {
  public: ['offer-push.ts'],
} satisfies WebModule;
