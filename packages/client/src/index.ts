import createClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import type { HttpMethod, MediaType, PathsWithMethod } from 'openapi-typescript-helpers'
import type { components, paths } from './paths.ts'
import { createSend, type Send, type SendingOptions } from './sending.ts'

export type { components, operations, paths } from './paths.ts'
export type { SendingOptions } from './sending.ts'
export { type ErrorDetail, TackError, type TackErrorFields } from './tack-error.ts'

/** The types of the interface by name: `Schemas['UrlItem']`. */
export type Schemas = components['schemas']

export interface TackOptions extends SendingOptions {
  /** Where the service is, such as `https://tack.example`. */
  readonly url: string | URL
}

type Init<Path extends keyof paths, Method extends HttpMethod> = MaybeOptionalInit<
  paths[Path],
  Method & keyof paths[Path]
>
type InitArguments<Given> = Record<never, never> extends Given ? [init?: Given] : [init: Given]
type Data<Path extends keyof paths, Method extends HttpMethod, Given> = NonNullable<
  FetchResponse<paths[Path][Method & keyof paths[Path]] & Record<string, never>, Given, MediaType>['data']
>

/** Sends a request and returns the body of its answer. Throws `TackError`. */
type Call<Method extends HttpMethod> = <Path extends PathsWithMethod<paths, Method>, Given extends Init<Path, Method>>(
  path: Path,
  ...init: InitArguments<Given>
) => Promise<Data<Path, Method, Given>>

export interface Tack {
  readonly get: Call<'get'>
  readonly post: Call<'post'>
  readonly put: Call<'put'>
  readonly patch: Call<'patch'>
  readonly delete: Call<'delete'>
  /** All items of a list, page by page as they are read. */
  each<Path extends PathsWithMethod<paths, 'get'>, Given extends Init<Path, 'get'>>(
    path: Path,
    ...init: InitArguments<Given>
  ): AsyncGenerator<Data<Path, 'get', Given> extends readonly (infer Item)[] ? Item : never>
}

/** Creates a client of the REST interface. */
export function createTack({ url, ...options }: TackOptions): Tack {
  const send = createSend(options)
  const client = createClient<paths>({ baseUrl: `${String(url).replace(/\/+$/, '')}/v1`, fetch: send })
  const call =
    (method: HttpMethod) =>
    async (path: string, init?: object): Promise<unknown> =>
      (await client.request(method as 'get', path as never, init as never)).data
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    each: async function* (path: string, init?: object) {
      const { data, response } = await client.GET(path as never, init as never)
      yield* data as unknown as unknown[]
      yield* followPages(response, send)
    },
  } as unknown as Tack
}

/** The items of the pages after this one. Only the query of the next address counts: the client may know the service by another name. */
async function* followPages({ url, headers }: Response, send: Send): AsyncGenerator<unknown> {
  for (let link = headers.get('link'); ; ) {
    const next = /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1]
    if (next === undefined) return
    const address = new URL(url)
    address.search = new URL(next, url).search
    const response = await send(new Request(address))
    yield* (await response.json()) as unknown[]
    link = response.headers.get('link')
  }
}
