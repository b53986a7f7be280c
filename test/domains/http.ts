import { type IncomingHttpHeaders, request } from 'node:http'

export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface VisitOptions {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  /** The address from which the socket is opened. */
  readonly localAddress?: string
}

/** Requests a path of a server on loopback as the host of `Host`, which `fetch` does not allow. */
export function visit(
  port: number,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body, localAddress }: VisitOptions = {},
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'
    const options = {
      port,
      path,
      method,
      host: '127.0.0.1',
      localAddress,
      agent: false,
      headers: { host, 'user-agent': agent, ...headers },
    }
    const sent = request(options as object, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject).end(body)
  })
}
