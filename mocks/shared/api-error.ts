/** Refuses a call. Each sandbox sends the error in the format of its provider. */
export class ApiError extends Error {
  readonly status: number;
  readonly field: string | undefined;

  constructor(status: number, detail: string, field?: string) {
    super(detail);
    this.status = status;
    this.field = field;
  }
}

/** Returns a 422 error: the value of `field` cannot be processed. */
export function unprocessable(field: string, detail: string): ApiError {
  return new ApiError(422, detail, field);
}
