/** One issue of an error: the field, what is wrong with it, and what helps (for example free slugs). */
export interface ErrorDetail {
  readonly field: string
  readonly issue: string
  readonly [extra: string]: unknown
}

/** What all errors of one class have in common; `schema/errors.json` lists these. */
export interface ErrorDefinition {
  /** Stable machine-readable name, SCREAMING_SNAKE_CASE. */
  readonly code: string
  /** HTTP status of the REST answer, repeated in GraphQL as `extensions.http.status`. */
  readonly status: number
  /** When this error occurs, for the error table. */
  readonly when: string
  /** What the caller can do next. */
  readonly resolution: string
}

export interface ServiceErrorOptions {
  readonly details?: readonly ErrorDetail[]
  /** Replaces the resolution of the class when a more specific one is known. */
  readonly resolution?: string
  /** Response headers of this error, such as `Retry-After` in seconds. */
  readonly headers?: Readonly<Record<string, string>>
  /** The internal reason, for the log only. */
  readonly cause?: unknown
}

/** An expected error. Callers read `message`; only the log has `cause`. Subclasses extend `defineError(...)`. */
export abstract class ServiceError extends Error {
  abstract readonly definition: ErrorDefinition
  readonly details: readonly ErrorDetail[] | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly #resolution: string | undefined

  constructor(message: string, options: ServiceErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.details = options.details
    this.headers = options.headers ?? {}
    this.#resolution = options.resolution
  }

  override get name(): string {
    return this.constructor.name
  }

  get code(): string {
    return this.definition.code
  }

  get status(): number {
    return this.definition.status
  }

  get resolution(): string {
    return this.#resolution ?? this.definition.resolution
  }
}

/** A class made by `defineError`, as `@Throws` takes it. */
export interface ServiceErrorClass {
  readonly definition: ErrorDefinition
  readonly name: string
}

const errorDefinitions = new Map<string, ErrorDefinition>()

/** Creates the base of an error class. Throws at import, so at the start, for a duplicate code or no resolution. */
export function defineError(definition: ErrorDefinition) {
  if (errorDefinitions.has(definition.code)) throw new Error(`Two error classes have the code ${definition.code}.`)
  if (definition.resolution.trim() === '') throw new Error(`The error ${definition.code} has no resolution text.`)
  errorDefinitions.set(definition.code, Object.freeze(definition))
  abstract class DefinedError extends ServiceError {
    static readonly definition = definition
    readonly definition = definition
  }
  return DefinedError
}

/** Every error definition of an error class. */
export function listErrorDefinitions(): ErrorDefinition[] {
  return [...errorDefinitions.values()]
}

/** Sorts by status and code. */
export function compareErrorDefinitions(a: ErrorDefinition, b: ErrorDefinition): number {
  return a.status - b.status || a.code.localeCompare(b.code)
}
