import type { Part } from '../../locales/parts.ts';
import type { RouteName } from '../platform/route-table.ts';

/** The pages that open offline from kept data. */
export const keptRoutes = ['offline', 'chats', 'chats-id', 'profile', 'shared'] as const satisfies readonly RouteName[];

/** The parts of the sentences that these pages use. */
export const keptParts = [
  'common',
  'shell',
  'errors',
  'app',
  'chat',
  'photos',
  'members',
  'attributes',
  'interests',
] as const satisfies readonly Part[];
