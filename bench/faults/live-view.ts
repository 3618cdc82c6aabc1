import { setTimeout as wait } from 'node:timers/promises';

import { WebSocket } from 'ws';

import type { LiveEvent } from '../../contract/events.ts';
import { sessionCookieName } from '../../contract/accounts/limits.ts';
import { call, listAllChats } from './client.ts';

/**
 * An open tab's view of its conversations: it catches up over HTTP when the channel is ready and then applies events.
 * Unlike the page, it never refetches on its own, so that a lost event stays visible to the checks.
 *
 * `closed` → `connecting` → `catching-up` → `live`, and back to `connecting` whenever the socket breaks.
 */
export class LiveView {
  state: 'closed' | 'connecting' | 'catching-up' | 'live' = 'closed';
  /** Conversation → seq → message id. */
  readonly shown = new Map<string, Map<number, string>>();
  /** Duplicate or contradictory events. */
  readonly faults: string[] = [];
  readonly #address: string;
  readonly #token: string;
  #socket: WebSocket | undefined;
  #over = false;
  #pauseMs = 25;
  #trouble = 'no trouble';

  constructor(address: string, token: string) {
    this.#address = address;
    this.#token = token;
  }

  open(): void {
    if (this.#over) return;
    this.state = 'connecting';
    const socket = new WebSocket(`ws://${this.#address}/api/live`, {
      headers: { origin: `http://${this.#address}`, cookie: `${sessionCookieName}=${this.#token}` },
      handshakeTimeout: 5_000,
    });
    this.#socket = socket;
    const delivered = new Set<string>();
    socket.on('message', (data: Buffer) => {
      if (this.#socket === socket) this.#take(socket, JSON.parse(data.toString()) as LiveEvent, delivered);
    });
    // A close event follows every error.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#over || this.#socket !== socket) return;
      this.state = 'connecting';
      this.#pauseMs = Math.min(400, this.#pauseMs * 2);
      setTimeout(() => this.open(), this.#pauseMs);
    });
  }

  describe(): string {
    return `${this.state}, socket ${this.#socket?.readyState}, ${this.#trouble}`;
  }

  /** Drops the connection without a closing handshake, as a lost network does. */
  cut(): void {
    this.#socket?.terminate();
  }

  close(): void {
    this.#over = true;
    this.state = 'closed';
    this.#socket?.terminate();
  }

  #take(socket: WebSocket, event: LiveEvent, delivered: Set<string>): void {
    this.#pauseMs = 25;
    if (event.type === 'ready' || event.type === 'catch-up') {
      this.state = 'catching-up';
      void this.#catchUp(socket);
    }
    if (event.type !== 'message') return;
    const { id, conversation, seq } = event.message;
    if (delivered.has(id)) this.faults.push(`message ${id} came twice on one socket`);
    delivered.add(id);
    this.#show(conversation, seq, id);
  }

  #show(conversation: string, seq: number, id: string): void {
    const known = this.shown.get(conversation) ?? new Map<number, string>();
    this.shown.set(conversation, known);
    const earlier = known.get(seq);
    if (earlier !== undefined && earlier !== id) this.faults.push(`seq ${seq} is ${earlier} and ${id}`);
    known.set(seq, id);
  }

  async #catchUp(socket: WebSocket): Promise<void> {
    while (this.#socket === socket && socket.readyState === WebSocket.OPEN) {
      if (await this.refetch()) {
        if (this.#socket === socket && socket.readyState === WebSocket.OPEN) this.state = 'live';
        return;
      }
      await wait(100);
    }
  }

  /** Fetches missing messages, as the page does when the channel opens and every minute. Returns false on failure. */
  async refetch(): Promise<boolean> {
    const options = { token: this.#token };
    const list = await listAllChats(this.#address, options);
    if (!list.known || !list.ok) return this.#failed(list.known ? list.code : list.why);
    for (const { conversation } of list.body.chats) {
      let after = this.#contiguousUpTo(conversation.id);
      while (after < conversation.last_seq) {
        const input = { conversation: conversation.id, after };
        const outcome = await call(this.#address, 'getChat', input, { ...options, deadlineMs: 1_000 });
        if (!outcome) return this.#failed('getChat was not answered');
        // The conversation was deleted or blocked meanwhile.
        if (!outcome.ok) break;
        for (const { seq, id } of outcome.body.messages) this.#show(conversation.id, seq, id);
        const last = outcome.body.messages.at(-1)?.seq ?? 0;
        if (last <= after) break;
        after = last;
      }
    }
    return true;
  }

  #failed(why: string): false {
    this.#trouble = why;
    return false;
  }

  /** The `seq` up to which no message is missing; 0 if the first is missing, so that everything is fetched again. */
  #contiguousUpTo(conversation: string): number {
    const known = this.shown.get(conversation);
    let last = 0;
    while (known?.has(last + 1)) last += 1;
    return last;
  }
}
