import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a site answers: a status, a status with headers, or a handler. */
export type SiteAnswer =
  | number
  | readonly [number, Readonly<Record<string, string>>]
  | ((request: IncomingMessage, response: ServerResponse) => void)

/** A host of its own. `seen` lists its requests, such as `HEAD /page`. */
export interface Site {
  readonly url: string
  readonly seen: string[]
  answer: SiteAnswer
}

export interface Sites {
  /** Opens a host that nobody has called. */
  open(answer: SiteAnswer): Site
  close(): Promise<void>
}

/** Many hosts on loopback: 127.0.0.2, 127.0.0.3 and so on. The service treats them as different hosts. */
export async function startSites(): Promise<Sites> {
  const sites = new Map<string, Site>()
  const server = createServer((request, response) => {
    const site = sites.get(request.headers.host ?? '')
    site?.seen.push(`${request.method} ${request.url}`)
    const answer = site?.answer ?? 500
    if (typeof answer === 'function') answer(request, response)
    else if (typeof answer === 'number') response.writeHead(answer).end()
    else response.writeHead(...answer).end()
  }).listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    open: (answer) => {
      const host = `127.0.0.${sites.size + 2}:${port}`
      const site: Site = { url: `http://${host}/page`, seen: [], answer }
      sites.set(host, site)
      return site
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
