import type { WebModule } from '../platform/web-module.ts';

export const landers = {
  public: ['lander-names.ts'],
} satisfies WebModule;
