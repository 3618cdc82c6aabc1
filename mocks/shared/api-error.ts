/** A call is refused. Each sandbox answers it in the format of its provider. */
export class ApiError extends Error {
  readonly status: number;
  readonly field: string | undefined;

  constructor(status: number, detail: string, field?: string) {
    super(detail);
    this.status = status;
    this.field = field;
  }
}

/** The value of `field` cannot be processed: 422. */
export function unprocessable(field: string, detail: string): ApiError {
  return new ApiError(422, detail, field);
}
