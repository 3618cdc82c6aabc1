import type { WebModule } from '../platform/web-module.ts';

export const chat = {
  public: [
    'chat-queries.ts',
    'composer/drafts.ts',
    'composer/photo-drafts.ts',
    'composer/sync-drafts.ts',
    'icebreakers/icebreaker-dialog.tsx',
    'member-storage.ts',
    'outbox/drain-outbox.ts',
    'outbox/outbox-entry.ts',
    'outbox/open-outbox.ts',
    'outbox/outbox.ts',
    'outbox/shared-outbox.ts',
    'preview.ts',
  ],
  mutual: {
    shell:
      'A logout removes drafts and unsent messages; a conversation uses the parts that the shell gives every page.',
    members: 'A chat blocks members and shows quotes from a profile; members choose a quote on the profile.',
    live: 'Live events change the cached responses of the chat; the chat sends typing and read frames.',
    'installed-app': 'The service worker sends the messages of the outbox, which the database of the app stores.',
  },
} satisfies WebModule;
