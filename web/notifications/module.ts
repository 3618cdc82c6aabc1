import type { WebModule } from '../platform/web-module.ts';

export const notifications = {
  public: ['kept-push.ts', 'offer-push.ts'],
  mutual: {
    shell: 'The shell frames the pages of notices; its refresh asks less often while this browser shows pushes.',
  },
} satisfies WebModule;
