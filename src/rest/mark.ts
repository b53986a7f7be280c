import { Extensions } from 'type-graphql'

/** Where an operation answers over REST, as the contract writes it. */
export interface RestRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the API root, with arguments in braces: `/urls/{id}`. */
  readonly path: string
  readonly status: number
  /** Groups operations in the reference. */
  readonly tag: string
}

/** Serves the operation over REST: `@Rest('POST /urls', 201)`. */
export function Rest(route: `${RestRoute['method']} /${string}`, status: number): MethodDecorator {
  const [method, path = ''] = route.split(' ') as [RestRoute['method'], string]
  const tag = path.split('/')[1] ?? ''
  return Extensions({ rest: { method, path, status, tag } satisfies RestRoute }) as MethodDecorator
}
