import type { WebModule } from '../platform/web-module.ts';

export const ageGate = {
  public: [],
} satisfies WebModule;
