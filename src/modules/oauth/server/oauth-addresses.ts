/** The addresses of the authorization server, all made of PUBLIC_URL and of nothing a request says. */
export class OAuthAddresses {
  /** The issuer identifier (RFC 8414): PUBLIC_URL, letter for letter. */
  readonly issuer: string
  readonly #url: URL

  constructor(publicUrl: string) {
    this.issuer = publicUrl
    this.#url = new URL(publicUrl)
  }

  /** The path of PUBLIC_URL, which a proxy in front takes away; empty when there is none. */
  get prefix(): string {
    return this.#url.pathname.replace(/\/$/, '')
  }

  /** `http` or `https`. */
  get scheme(): string {
    return this.#url.protocol.slice(0, -1)
  }

  get host(): string {
    return this.#url.host
  }

  get isSecure(): boolean {
    return this.#url.protocol === 'https:'
  }

  urlOf(path: string): string {
    return this.issuer + path
  }

  interactionUrl(uid: string): string {
    return this.urlOf(`/oauth/interaction/${uid}`)
  }

  resumeUrl(uid: string): string {
    return this.urlOf(`/oauth/authorize/${uid}`)
  }

  /** Whether this host, which we answer to, is the public one and not another loopback name. */
  isPublicHost(host: string): boolean {
    return new URL(`${this.scheme}://${host}`).host === this.host
  }

  /**
   * Whether a request that names this host is meant for us. A service on the machine itself is known there by any of its
   * loopback names.
   */
  isServedHost(host: string): boolean {
    const requestUrl = `${this.scheme}://${host}`
    if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(requestUrl)) return false
    const { hostname, port } = new URL(requestUrl)
    if (port !== this.#url.port) return false
    return hostname === this.#url.hostname || (loopbackHosts.has(hostname) && loopbackHosts.has(this.#url.hostname))
  }
}

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
