import type { DemoPart } from '../server/context.ts';
import { answerAsDemo } from './answer-as-demo.ts';
import { fillDemoSite } from './fill-demo-site.ts';
import { registerOutbox } from './outbox-page.ts';

/** The demo site, as the server loads it. */
export const demo: DemoPart = {
  registerPages: registerOutbox,
  answer: answerAsDemo,
  fill: fillDemoSite,
};
