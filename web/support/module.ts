import type { WebModule } from '../platform/web-module.ts';

export const support = {
  public: ['report-dialog.tsx', 'report-link.tsx', 'report.tsx'],
} satisfies WebModule;
