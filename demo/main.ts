import type { Extension } from '../server/context.ts';
import { fillDemoSite } from './fill-demo-site.ts';
import { registerOutbox } from './outbox-page.ts';
import { replyAsDemoMember } from './reply.ts';

export const demoSite: Extension = {
  registerPages: registerOutbox,
  replyAsFictional: replyAsDemoMember,
  start: fillDemoSite,
};
