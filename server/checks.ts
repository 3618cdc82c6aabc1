import type { promises as dns } from 'node:dns';

import type { AppContext } from './context.ts';
import type { Database } from './platform/database/database.ts';
import type { Storage } from './platform/storage/storage.ts';

/** One thing that a check found: whether it is in order, and what it is. */
export interface Verdict {
  state: 'good' | 'warning' | 'fault';
  /** What was found and, unless it is good, what to do. */
  text: string;
}

/** An installation as the doctor sees it: from outside, without the services of a process. */
export interface Installation {
  config: AppContext['config'];
  /** Null while it cannot be used. What needs it is not checked then. */
  database: Database | null;
  resolver: Pick<dns.Resolver, 'resolve4' | 'resolve6' | 'resolveMx' | 'resolveTxt'>;
  openFiles(): Promise<{ photos: Storage; exports: Storage; erasures: Storage }>;
}

/** Examines one part of an installation. A thrown error is a fault with its message. */
export type Check = (installation: Installation) => Promise<readonly Verdict[]>;

export const good = (text: string): Verdict => ({ state: 'good', text });
export const warning = (text: string): Verdict => ({ state: 'warning', text });
export const fault = (text: string): Verdict => ({ state: 'fault', text });
