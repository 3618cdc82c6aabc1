import type { WebModule } from '../platform/web-module.ts';

export const withdrawal = {
  public: ['guest-form.tsx'],
} satisfies WebModule;
