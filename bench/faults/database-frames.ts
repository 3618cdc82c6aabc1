/** Splits a stream into messages of PostgreSQL's protocol: a type byte, then a length that includes itself. */
export class Frames {
  #rest: Buffer = Buffer.alloc(0);
  #typed: boolean;

  /** A client's first message has no type byte. */
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

/** The first `count` zero-terminated strings in the body of a message. */
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
