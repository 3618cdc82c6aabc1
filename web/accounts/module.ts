import type { WebModule } from '../platform/web-module.ts';

export const accounts = {
  public: [
    'access-frame.tsx',
    'change-email.tsx',
    'offer-passkey.ts',
    'password-login.ts',
    'pay-back.ts',
    'signup-flow.ts',
    'signup-mount.tsx',
    'signup-texts.tsx',
    'suggest-email.ts',
    'terms-versions.ts',
    'use-focus-first-error.ts',
  ],
  mutual: {
    members: 'Sign-up and settings edit the profile; a search by a visitor leads to sign-up.',
    shell: 'The reminder to confirm an address corrects a mistyped one; the shell frames every page of the account.',
  },
} satisfies WebModule;
