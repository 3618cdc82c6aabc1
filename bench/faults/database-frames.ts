/** Cuts a stream into whole messages of PostgreSQL's protocol: a type of one byte, then a length that counts itself. */
export class Frames {
  #rest: Buffer = Buffer.alloc(0);
  #typed: boolean;

  /** A client's first message has no type. */
  constructor(options: { startsTyped: boolean }) {
    this.#typed = options.startsTyped;
  }

  push(chunk: Buffer): Buffer[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const whole: Buffer[] = [];
    for (;;) {
      const offset = this.#typed ? 1 : 0;
      if (this.#rest.length < offset + 4) return whole;
      const length = offset + this.#rest.readInt32BE(offset);
      if (this.#rest.length < length) return whole;
      whole.push(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
      this.#typed = true;
    }
  }
}

/** The texts of a message, each ended by a zero byte, from its body's start. */
export function textsIn(frame: Buffer, count: number): string[] {
  const texts: string[] = [];
  let at = 5;
  for (let index = 0; index < count; index += 1) {
    const end = frame.indexOf(0, at);
    if (end < 0) break;
    texts.push(frame.toString('utf8', at, end));
    at = end + 1;
  }
  return texts;
}
