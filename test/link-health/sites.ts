import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { loopbackCertificate, loopbackKey } from '../support/loopback-certificate.ts'

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
export async function startSites(scheme: 'http' | 'https' = 'http'): Promise<Sites> {
  const sites = new Map<string, Site>()
  const answerRequest = (request: IncomingMessage, response: ServerResponse) => {
    const site = sites.get(request.headers.host ?? '')
    site?.seen.push(`${request.method} ${request.url}`)
    const answer = site?.answer ?? 500
    if (typeof answer === 'function') answer(request, response)
    else if (typeof answer === 'number') response.writeHead(answer).end()
    else response.writeHead(...answer).end('<h1>The site</h1>')
  }
  const server = (scheme === 'http' ? createServer(answerRequest) : createTrustedServer(answerRequest)).listen(
    0,
    '0.0.0.0',
  )
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    open: (answer) => {
      const host = `127.0.0.${sites.size + 2}:${port}`
      const site: Site = { url: `${scheme}://${host}/page`, seen: [], answer }
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

/** A server whose certificate this process accepts. */
function createTrustedServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  setDefaultCACertificates([...getCACertificates('default'), loopbackCertificate])
  return createSecureServer({ cert: loopbackCertificate, key: loopbackKey }, answer)
}
