import type { WebModule } from '../platform/web-module.ts';

export const chat = {
  public: [
    'block/block-member.ts',
    'chat-queries.ts',
    'composer/drafts.ts',
    'composer/photo-drafts.ts',
    'composer/sync-drafts.ts',
    'icebreakers/icebreaker-dialog.tsx',
    'outbox/drain-outbox.ts',
    'outbox/open-outbox.ts',
    'outbox/outbox-entry.ts',
    'outbox/outbox.ts',
    'outbox/shared-outbox.ts',
    'preview.ts',
    'share/shared.ts',
  ],
} satisfies WebModule;
