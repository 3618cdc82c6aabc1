import type { WebModule } from '../platform/web-module.ts';

export const payments = {
  public: ['methods.tsx'],
} satisfies WebModule;
