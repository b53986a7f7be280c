import { request } from 'node:http'

export interface RawAnswer {
  readonly status: number | undefined
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
}

export type RawRequest = (
  path: string,
  headers?: Record<string, string>,
  method?: string,
  body?: string,
) => Promise<RawAnswer>

/** Sends requests that `fetch` does not allow: any Host header, and an unnormalized path. */
export function rawTo(base: string): RawRequest {
  const { hostname, port, host } = new URL(base)
  return (path, headers = {}, method = 'GET', body) =>
    new Promise((resolve, reject) => {
      const outgoing = request({ hostname, port, path, method, headers: { host, ...headers } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }))
      })
      outgoing.on('error', reject).end(body)
    })
}
