/** One reason within a failure: which field, what is wrong with it, and what helps (for example free slugs). */
export interface ErrorDetail {
  readonly field: string
  readonly issue: string
  readonly [extra: string]: unknown
}

/** What every answer of one failure class has in common; `schema/errors.json` is made of these. */
export interface ErrorDefinition {
  /** Stable machine-readable name, SCREAMING_SNAKE_CASE. */
  readonly code: string
  /** HTTP status of the REST answer, repeated in GraphQL as `extensions.http.status`. */
  readonly status: number
  /** When this failure happens, for the error table. */
  readonly when: string
  /** What the caller can do next. */
  readonly resolution: string
}

export interface ServiceErrorOptions {
  readonly details?: readonly ErrorDetail[]
  /** Replaces the resolution of the kind where the occasion allows a more helpful one. */
  readonly resolution?: string
  /** Response headers that belong to this refusal, such as `Retry-After` in seconds. */
  readonly headers?: Readonly<Record<string, string>>
  /** The private reason, for the log only. */
  readonly cause?: unknown
}

/**
 * An expected refusal. `message` is the sentence the caller reads; `cause` is the one the log reads.
 * Subclass it through `refusal()`, which gives the class its kind and lists it in the error table.
 */
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

/** A failure class, as `@Fails` names it. */
export interface ServiceErrorClass {
  readonly definition: ErrorDefinition
  readonly name: string
}

const errorDefinitions = new Map<string, ErrorDefinition>()

/**
 * Makes the base of a failure class and enters its kind in the error table.
 * Throws at import time on a doubled code or an empty resolution, so the service cannot start with either.
 */
export function defineError(definition: ErrorDefinition) {
  if (errorDefinitions.has(definition.code)) throw new Error(`Two failure classes claim the code ${definition.code}.`)
  if (definition.resolution.trim() === '') throw new Error(`The failure ${definition.code} has no resolution text.`)
  errorDefinitions.set(definition.code, Object.freeze(definition))
  abstract class DefinedError extends ServiceError {
    static readonly definition = definition
    readonly definition = definition
  }
  return DefinedError
}

/** Every failure kind of the running service, sorted by status and code. */
export function listErrorDefinitions(): ErrorDefinition[] {
  return [...errorDefinitions.values()].sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))
}
