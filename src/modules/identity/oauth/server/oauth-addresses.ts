/** The URLs of the authorization server. They derive from PUBLIC_URL alone, never from a request. */
export class OAuthAddresses {
  private readonly url: URL

  constructor(
    /** The issuer identifier (RFC 8414): PUBLIC_URL, unchanged. */
    readonly issuer: string,
  ) {
    this.url = new URL(issuer)
  }

  /** `http` or `https`. */
  get scheme(): string {
    return this.url.protocol.slice(0, -1)
  }

  get host(): string {
    return this.url.host
  }

  get isSecure(): boolean {
    return this.url.protocol === 'https:'
  }

  urlOf(path: string): string {
    return this.issuer + path
  }

  interactionUrl(uid: string): string {
    return this.urlOf(`/oauth/interaction/${uid}`)
  }

  /** The page of an interaction that creates an account. */
  registerUrl(uid: string): string {
    return `${this.interactionUrl(uid)}/register`
  }

  /** The page that sends a link for a new password, and leads back to the interaction. */
  forgotUrl(uid: string): string {
    return this.urlOf(`/account/forgot?interaction=${uid}`)
  }

  resumeUrl(uid: string): string {
    return this.urlOf(`/oauth/authorize/${uid}`)
  }

  /** Whether this served host is the public one and not another loopback name. */
  isPublicHost(host: string): boolean {
    return new URL(`${this.scheme}://${host}`).host === this.host
  }

  /** Whether the service answers requests for this host. With a loopback PUBLIC_URL, all loopback names are served. */
  isServedHost(host: string): boolean {
    const requestUrl = `${this.scheme}://${host}`
    if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(requestUrl)) return false
    const { hostname, port } = new URL(requestUrl)
    if (port !== this.url.port) return false
    return hostname === this.url.hostname || (loopbackHosts.has(hostname) && loopbackHosts.has(this.url.hostname))
  }
}

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
