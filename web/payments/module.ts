import type { WebModule } from '../platform/web-module.ts';

export const payments = {
  public: ['methods.tsx'],
  mutual: {
    shell: 'The shell frames the pages of payment; its footer names the methods with their signs.',
  },
} satisfies WebModule;
