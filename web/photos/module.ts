import type { WebModule } from '../platform/web-module.ts';

export const photos = {
  public: ['photo-rules.ts', 'photo-uploader.tsx', 'upload-form.ts'],
} satisfies WebModule;
