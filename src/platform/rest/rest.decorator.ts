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
  /** The answer is the picture the operation offers through its context. */
  readonly isImage?: boolean
  /** The largest body it takes, in bytes, where that is not the one of every operation. */
  readonly bodyLimit?: number
  /** The path of an operation in whose place this one answers who asks for its media type. */
  readonly alternativeFor?: string
  /** How long any cache may keep the answer, which is the same for everybody. */
  readonly maxAgeSeconds?: number
  /** A body that works as it stands, for who tries the operation out in the reference. */
  readonly example?: Readonly<Record<string, unknown>>
}

/**
 * Serves the operation over REST: `@Rest('POST /urls', 201)`. What is no plain JSON says so:
 * `@Rest('GET /clicks/geojson', 200, { media: ['application/geo+json'], alsoAt: '/clicks' })`. So does what caches may keep:
 * `@Rest('GET /public-stats', 200, { maxAgeSeconds: 300 })`.
 */
export function Rest(
  route: `${RestRoute['method']} /${string}`,
  status: number,
  options: Pick<
    RestRoute,
    'media' | 'isFile' | 'isImage' | 'bodyLimit' | 'alternativeFor' | 'maxAgeSeconds' | 'example'
  > = {},
): MethodDecorator {
  const [method, path = ''] = route.split(' ') as [RestRoute['method'], string]
  const tag = path.split('/')[1] ?? ''
  return Extensions({ rest: { method, path, status, tag, ...options } satisfies RestRoute }) as MethodDecorator
}
