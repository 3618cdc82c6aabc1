import type { WebModule } from '../platform/web-module.ts';

export const discounts = {
  public: ['active-discount.tsx', 'bonus-banner.tsx', 'discount-field.tsx', 'discount-queries.ts'],
} satisfies WebModule;
