import type { WebModule } from '../platform/web-module.ts';

export const members = {
  public: [
    'build-caption.ts',
    'contact-in.ts',
    'edit/setting-switch.tsx',
    'edit/use-save-profile.ts',
    'finder-link.tsx',
    'finder/shared-tags.tsx',
    'finder/suggested-members.tsx',
    'hide-item.tsx',
    'hide-member.ts',
    'member-card.tsx',
    'members-queries.ts',
    'origin.ts',
    'pause/end-pause.tsx',
    'search-tabs.tsx',
    'search/filters.ts',
    'search/use-search.ts',
    'use-join.ts',
    'write-link.tsx',
  ],
} satisfies WebModule;
