import Type from 'typebox';

/** A file of a multipart body, as handlers get it. It stays on disk until the call ends. */
export interface Upload {
  /** The size in bytes. */
  size: number;
  sha256: string;
  read(): Promise<Uint8Array>;
}

// The schema has no `type`: OpenAPI describes the file as sent, the check what handlers get. JSON has no functions.
export const Upload = Type.Refine(
  Type.Unsafe<Upload>({ format: 'binary', contentMediaType: 'application/octet-stream' }),
  (value) => typeof (value as Partial<Upload> | null)?.read === 'function',
  () => 'a file is expected',
);
