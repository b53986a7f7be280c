import { Extensions } from 'type-graphql'

/** The REST route of an operation, as in the contract. */
export interface RestRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the API root, with arguments in braces: `/urls/{id}`. */
  readonly path: string
  readonly status: number
  /** The media types of the answer, if it is not plain JSON. */
  readonly media?: readonly string[]
  /** The answer is the file of `context.respondWithFile`. */
  readonly isFile?: boolean
  /** The answer is the image of `context.respondWithImage`. */
  readonly isImage?: boolean
  /** Creates several things, with the status 200, so that repetitions need a key too. */
  readonly creates?: boolean
  /** A DELETE whose inputs may be in the body instead of the query string. */
  readonly hasBody?: boolean
  /** Of a PATCH of several records: where the answer has the record of an item, such as `results.url`. */
  readonly itemRecord?: string
  /** The largest body in bytes, if it differs from the default. */
  readonly bodyLimit?: number
  /** The argument that is the body itself, as bytes and not as JSON, and the media types that it can have. */
  readonly upload?: { readonly argument: string; readonly mediaTypes: readonly string[] }
  /** The path of the operation that this one replaces for requests that prefer its media type. */
  readonly alternativeFor?: string
  /** How long caches may store the answer, which must be the same for every caller. */
  readonly maxAgeSeconds?: number
  /** An example body for the API reference. It works unchanged. */
  readonly example?: Readonly<Record<string, unknown>>
}

/** Adds a REST route to the operation: `@Rest('POST /urls', 201)`, with the options of `RestRoute`. */
export function Rest(
  route: `${RestRoute['method']} /${string}`,
  status: number,
  options: Omit<RestRoute, 'method' | 'path' | 'status'> = {},
): MethodDecorator {
  const [method, path = ''] = route.split(' ') as [RestRoute['method'], string]
  return Extensions({ rest: { method, path, status, ...options } satisfies RestRoute }) as MethodDecorator
}

/** The name of a field or an argument in the contract, where GraphQL has another: `@RestName('longUrl')`. */
export function RestName(name: string): PropertyDecorator & MethodDecorator {
  return Extensions({ restName: name }) as PropertyDecorator & MethodDecorator
}

/** The text of an input object in a query string, such as `DE,FR` for a list. */
export interface RestText<T = unknown> {
  /** Parses the text. Throws `InvalidRestText`. */
  parse(text: string): T
  /** The form of the text, as a sentence for the reference. */
  readonly description: string
}

/** A text of a query string that has the wrong form. `issue` completes a sentence that begins with the parameter. */
export class InvalidRestText extends Error {
  override readonly name = 'InvalidRestText'

  constructor(readonly issue: string) {
    super(issue)
  }
}

/** An input type that is a text over REST. */
export function HasRestText<T>(restText: RestText<T>): ClassDecorator {
  return Extensions({ restText }) as ClassDecorator
}
