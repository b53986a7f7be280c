import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { html } from 'ghtml'
import type { OAuthClient, TokenPair } from './library.ts'

/**
 * Somebody else's web application, on a host of its own. It sends people to the service, takes the answer under its
 * redirect URI, hands it on by one more redirect to another origin of its own, and redeems the code there.
 */
export class ThirdParty {
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  #port = 0
  /** The library it speaks OAuth with; set once the application is registered. */
  client: OAuthClient | undefined
  /** What it asks for. */
  scope = 'read:links read:profile'
  /** The tokens of each person who came back with a code. */
  readonly tokens: TokenPair[] = []
  /** Every answer it was sent, as an address. */
  readonly answers: URL[] = []

  async listen(): Promise<void> {
    // Both loopback addresses: `localhost` is either.
    this.#server.listen(0)
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Another site than the service, in the eyes of a browser. */
  get home(): string {
    return `http://localhost:${this.#port}`
  }

  /** The site of the service, whose cookies come along, but another origin. */
  get neighbour(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get redirectUri(): string {
    return `${this.home}/cb`
  }

  async #answer({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const requested = new URL(url, this.home)
    if (requested.pathname === '/login') return redirect(response, (await this.#known().begin(this.scope)).href)
    if (requested.pathname === '/cb') return redirect(response, `${this.neighbour}/arrived${requested.search}`)
    if (requested.pathname === '/arrived')
      return show(response, await this.#arrived(new URL(`/cb${requested.search}`, requested)))
    if (requested.pathname === '/frames') return show(response, framesOf(requested.searchParams.getAll('of')))
    return show(response, html`<h1>The garden</h1><a href="/login">Connect your links</a>`)
  }

  async #arrived(answer: URL): Promise<string> {
    this.answers.push(answer)
    try {
      this.tokens.push(await this.#known().finish(answer))
      return html`<h1>Connected</h1>`
    } catch (error) {
      return html`<h1>Not connected: ${(error as { error?: string }).error ?? String(error)}</h1>`
    }
  }

  #known(): OAuthClient {
    if (!this.client) throw new Error('This application is not registered yet.')
    return this.client
  }
}

function framesOf(addresses: readonly string[]): string {
  return html`<h1>Frames</h1>
!${addresses.map((address) => html`<iframe src="${address}"></iframe>`)}`
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location }).end()
}

function show(response: ServerResponse, body: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  // The icon is data: a browser asks for no other.
  response.end(
    html`<!doctype html><html lang="en"><head><title>The garden</title><link rel="icon" href="data:,"></head>!${body}</html>`,
  )
}
