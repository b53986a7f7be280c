/** The log of the service. `details` are fields of the line, such as `err`; `message` says what happened. */
export interface Logger {
  info(message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
