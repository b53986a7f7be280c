import type { IssueValues } from './field-issue.ts'

/** One issue of an error: the field, what is wrong with it, and what helps (for example free slugs). */
export interface ErrorDetail {
  readonly field: string
  readonly issue: string
  /** The name of the issue (`defineIssue`), and what stands in its sentence. REST has the sentence only. */
  readonly code?: string
  readonly values?: IssueValues
  readonly [extra: string]: unknown
}

/** The names of operations and inputs in the interface that the caller uses. */
export interface InterfaceNames {
  operation(name: string): string
  input(name: string): string
}

const graphqlNames: InterfaceNames = { operation: (name) => `\`${name}\``, input: (name) => name }

/** A text with references, or a function for a text with words of the client, which must not become references. */
export type ErrorText = string | ((names: InterfaceNames) => string)

/**
 * Replaces references in a text of an error: `{@urls}` is the operation `urls`, and `{destination}` an input. GraphQL
 * callers read their names in the schema, REST callers `GET /urls` and the name in the contract.
 */
export function renderNames(text: ErrorText, names: InterfaceNames = graphqlNames): string {
  if (typeof text === 'function') return text(names)
  const { operation, input } = names
  return text.replace(/\{(@?)([\w.-]+)\}/g, (_reference, at, name) => (at ? operation(name) : input(name)))
}

/** What all errors of one class have in common; `schema/errors.json` lists these. */
export interface ErrorDefinition {
  /** Stable machine-readable name, SCREAMING_SNAKE_CASE. */
  readonly code: string
  /** HTTP status of the REST answer, repeated in GraphQL as `extensions.http.status`. */
  readonly status: number
  /** When this error occurs, for the error table. */
  readonly when: string
  /** What the caller can do next. It may contain references (`renderNames`). */
  readonly resolution: string
}

export interface ServiceErrorOptions {
  readonly details?: readonly ErrorDetail[]
  /** Replaces the resolution of the class when a more specific one is known. */
  readonly resolution?: ErrorText
  /** Further members of the error in answers, such as a challenge that the next request sends back. */
  readonly members?: Readonly<Record<string, unknown>>
  /** Response headers of this error, such as `Retry-After` in seconds. */
  readonly headers?: Readonly<Record<string, string>>
  /** The internal reason, for the log only. */
  readonly cause?: unknown
}

/**
 * An expected error. Callers read `message`; only the log has `cause`. Subclasses extend `defineError(...)`. Its texts
 * may contain references (`renderNames`), and its details have the names of GraphQL.
 */
export abstract class ServiceError extends Error {
  abstract readonly definition: ErrorDefinition
  readonly headers: Readonly<Record<string, string>>
  readonly members: Readonly<Record<string, unknown>>
  readonly #text: ErrorText
  readonly #details: readonly ErrorDetail[] | undefined
  readonly #resolution: ErrorText | undefined
  #names = graphqlNames
  #parentField: string | undefined

  constructor(message: ErrorText, options: ServiceErrorOptions = {}) {
    super(renderNames(message), { cause: options.cause })
    this.#text = message
    this.#details = options.details
    this.headers = options.headers ?? {}
    this.members = options.members ?? {}
    this.#resolution = options.resolution
  }

  /** Says that the fields of the details are within an input of this name, such as `items.3`. */
  nestFields(name: string): void {
    this.#parentField = name
  }

  /** Sets the names that the texts and details use from now on. */
  useNames(names: Partial<InterfaceNames>): void {
    this.#names = { ...this.#names, ...names }
    this.message = renderNames(this.#text, this.#names)
  }

  get details(): readonly ErrorDetail[] | undefined {
    const parent = this.#parentField
    if (parent === undefined)
      return this.#details?.map((detail) => ({ ...detail, field: this.#names.input(detail.field) }))
    const details = this.#details ?? []
    if (details.length === 0) return [{ field: parent, issue: 'is the item that failed' }]
    return details.map((detail) => ({ ...detail, field: this.#names.input(`${parent}.${detail.field}`) }))
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
    return renderNames(this.#resolution ?? this.definition.resolution, this.#names)
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

/** Runs what reads one input of a list. Its errors name their fields within this one, such as `items.3`. */
export async function nestErrors<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ServiceError) error.nestFields(name)
    throw error
  }
}
