import type { WebModule } from '../platform/web-module.ts';

export const accounts = {
  public: [
    'access-frame.tsx',
    'address/activation-help.tsx',
    'address/change-email.tsx',
    'address/resend-activation.tsx',
    'address/suggest-email.ts',
    'alerts/account-alerts.ts',
    'deletion/pay-back.ts',
    'passkeys/offer-passkey.ts',
    'sessions/password-login.ts',
    'sessions/session-ended.ts',
    'sessions/use-log-out.tsx',
    'sessions/waiting-data.ts',
    'sign-up/signup-mount.tsx',
    'sign-up/signup-texts.tsx',
    'sign-up/start-credits.tsx',
    'terms/terms-versions.ts',
  ],
} satisfies WebModule;
