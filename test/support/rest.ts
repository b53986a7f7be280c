import type { FastifyInstance, InjectOptions } from 'fastify'
import { inRequest } from './counted-statements.ts'
import { Secrets } from './secrets.ts'

export interface RestOptions {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** The remote address of the request. */
  readonly from?: string
}

export interface RestAnswer {
  readonly status: number
  readonly headers: Record<string, string | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape its own operation answers with.
  readonly json: any
  readonly text: string
}

/** A tool that people use. All requests of tests are sent by it, unless they say who asks: inject has the name of a robot. */
export const ofPerson = { 'user-agent': 'curl/8.5.0' }

/** A REST client. Paths start at the host: `/v1/urls`, `/abc`. */
export class RestClient {
  readonly #server: FastifyInstance
  readonly #secrets: Secrets
  readonly #headers: Readonly<Record<string, string>>

  readonly #onAnswer: (requestId: string, status: number) => void

  constructor(
    server: FastifyInstance,
    secrets = new Secrets(),
    headers: Readonly<Record<string, string>> = {},
    onAnswer: (requestId: string, status: number) => void = () => undefined,
  ) {
    this.#server = server
    this.#onAnswer = onAnswer
    this.#secrets = secrets
    this.#headers = headers
  }

  /** A client that sends these headers with every request. */
  withHeaders(headers: Readonly<Record<string, string>>): RestClient {
    return new RestClient(this.#server, this.#secrets, headers, this.#onAnswer)
  }

  get(path: string, options: RestOptions = {}): Promise<RestAnswer> {
    return this.send('GET', path, options)
  }

  post(path: string, body: unknown, options: RestOptions = {}): Promise<RestAnswer> {
    return this.send('POST', path, { ...options, body })
  }

  put(path: string, body: unknown, options: RestOptions = {}): Promise<RestAnswer> {
    return this.send('PUT', path, { ...options, body })
  }

  patch(path: string, body: unknown, options: RestOptions = {}): Promise<RestAnswer> {
    return this.send('PATCH', path, { ...options, body })
  }

  delete(path: string, options: RestOptions = {}): Promise<RestAnswer> {
    return this.send('DELETE', path, options)
  }

  async send(method: string, path: string, { token, body, headers, from }: RestOptions = {}): Promise<RestAnswer> {
    const sent = { ...ofPerson, ...this.#headers, ...(token && { authorization: `Bearer ${token}` }), ...headers }
    this.#secrets.note(body, sent)
    const request: InjectOptions = {
      method: method as NonNullable<InjectOptions['method']>,
      url: path,
      headers: sent,
      ...(from && { remoteAddress: from }),
      ...(body !== undefined && { payload: body as string | object }),
    }
    const answer = await inRequest(() => this.#server.inject(request))
    const isJson = /json/.test(String(answer.headers['content-type'] ?? ''))
    const json = isJson && answer.body !== '' ? answer.json() : undefined
    this.#secrets.note(json, answer.headers)
    this.#onAnswer(String(answer.headers['x-request-id']), answer.statusCode)
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string | undefined>,
      json,
      text: answer.body,
    }
  }
}
