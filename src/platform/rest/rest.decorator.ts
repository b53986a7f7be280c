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
  /** The largest body in bytes, if it differs from the default. */
  readonly bodyLimit?: number
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
