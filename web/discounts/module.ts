import type { WebModule } from '../platform/web-module.ts';

export const discounts = {
  public: ['active-discount.tsx', 'bonus-banner.tsx', 'discount-field.tsx', 'discount-queries.ts'],
  mutual: {
    shell: 'A page may show the banner of the time bonus; its dialog waits for the pages of the members area.',
  },
} satisfies WebModule;
