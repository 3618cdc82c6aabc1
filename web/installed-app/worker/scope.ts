import type { PushStop } from '../../../contract/notifications/push.ts';

/** The parts of the global scope that the worker uses: the types of a page and of a worker exclude each other. */
interface WorkerScope {
  location: Location;
  registration: Pick<ServiceWorkerRegistration, 'pushManager'> & {
    // Page types lack these: `renotify` also alerts for a later push of a kind; `actions` are buttons.
    showNotification(
      title: string,
      options: NotificationOptions & { renotify: boolean; actions: { action: string; title: string }[] },
    ): Promise<void>;
  };
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WorkerTab[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: LifeEvent & { tag: string }) => void): void;
  addEventListener(type: 'message', listener: (event: LifeEvent & { data: unknown }) => void): void;
  addEventListener(type: 'push', listener: (event: LifeEvent & { data: PushMessageData | null }) => void): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: LifeEvent & { notification: WorkerNotification; action: string }) => void,
  ): void;
  addEventListener(
    type: 'pushsubscriptionchange',
    listener: (event: LifeEvent & { oldSubscription?: PushSubscription | null }) => void,
  ): void;
  addEventListener(
    type: 'fetch',
    listener: (event: LifeEvent & { request: Request; respondWith(response: Promise<Response>): void }) => void,
  ): void;
}

/** A decrypted push. */
export interface PushMessageData {
  json(): unknown;
}

export interface WorkerNotification {
  title: string;
  tag: string;
  data?: { path?: string; stop?: PushStop } | null;
  close(): void;
}

export interface WorkerTab {
  id: string;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

export const scope = globalThis as unknown as WorkerScope;
