import { Extensions } from 'type-graphql'

/** Where an operation answers over REST, as the contract writes it. */
export interface RestRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the API root, with arguments in braces: `/urls/{id}`. */
  readonly path: string
  readonly status: number
  /** Groups operations in the reference. */
  readonly tag: string
  /** The media types of the answer, where it is not plain JSON. */
  readonly media?: readonly string[]
  /** The answer is the file the operation offers through its context. */
  readonly isFile?: boolean
  /** The path of an operation in whose place this one answers who asks for its media type. */
  readonly alsoAt?: string
}

/**
 * Serves the operation over REST: `@Rest('POST /urls', 201)`. What is no plain JSON says so:
 * `@Rest('GET /clicks/geojson', 200, { media: ['application/geo+json'], alsoAt: '/clicks' })`.
 */
export function Rest(
  route: `${RestRoute['method']} /${string}`,
  status: number,
  form: Pick<RestRoute, 'media' | 'isFile' | 'alsoAt'> = {},
): MethodDecorator {
  const [method, path = ''] = route.split(' ') as [RestRoute['method'], string]
  const tag = path.split('/')[1] ?? ''
  return Extensions({ rest: { method, path, status, tag, ...form } satisfies RestRoute }) as MethodDecorator
}
