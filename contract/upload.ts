import Type from 'typebox';

/** A file of a multipart body, as handlers get it. It is kept on disk until the call is answered. */
export interface Upload {
  /** In bytes. */
  size: number;
  sha256: string;
  read(): Promise<Uint8Array>;
}

// The schema has no `type`: OpenAPI describes the file as it is sent, the check what handlers get. A JSON body cannot
// imitate it, because it has no functions.
export const Upload = Type.Refine(
  Type.Unsafe<Upload>({ format: 'binary', contentMediaType: 'application/octet-stream' }),
  (value) => typeof (value as Partial<Upload> | null)?.read === 'function',
  () => 'a file is expected',
);
