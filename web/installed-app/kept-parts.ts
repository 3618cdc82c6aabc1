import type { Part } from '../../locales/parts.ts';
import type { RouteName } from '../platform/pages/route-table.ts';

export const keptRoutes = ['offline', 'chats', 'chats-id', 'profile', 'shared'] as const satisfies readonly RouteName[];

export const keptParts = [
  'common',
  'shell',
  'errors',
  'installed-app',
  'chat',
  'photos',
  'members',
  'attributes',
  'interests',
] as const satisfies readonly Part[];
