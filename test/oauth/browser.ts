import { secrets } from './service.ts'

/** A browser without scripts: keeps cookies by their paths, follows redirects within the service, fills in forms. */
export class Browser {
  readonly #base: string
  readonly #cookies = new Map<string, { value: string; path: string }>()

  constructor(base: string) {
    this.#base = base
  }

  /** Every Set-Cookie header it was sent. */
  readonly received: string[] = []

  /** Opens an address and follows redirects until a page, or until an address of another host is to be opened. */
  async open(address: string, form?: Record<string, string>): Promise<Visit> {
    const { origin, pathname } = new URL(address, this.#base)
    if (origin !== this.#base) return { status: 0, url: address, text: '', headers: new Headers() }
    const answer = await fetch(new URL(address, this.#base), {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: this.#cookiesFor(pathname), accept: 'text/html' },
      ...(form && { body: new URLSearchParams(form) }),
    })
    secrets.note(form, { 'set-cookie': answer.headers.getSetCookie() })
    for (const cookie of answer.headers.getSetCookie()) this.#keep(cookie)
    const text = await answer.text()
    const next = answer.headers.get('location') ?? /^0; url=(.*)$/.exec(answer.headers.get('refresh') ?? '')?.[1]
    if (next) return this.open(new URL(next, new URL(address, this.#base)).href)
    return { status: answer.status, url: address, text, headers: answer.headers }
  }

  /** Sends the form of a page back, with what it hides and what a person adds. */
  submit({ url, text }: Visit, filled: Record<string, string>): Promise<Visit> {
    const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
    return this.open(url, { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])), ...filled })
  }

  #keep(header: string): void {
    this.received.push(header)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
    const path = /; path=([^;]*)/i.exec(header)?.[1] ?? '/'
    if (value === '') this.#cookies.delete(`${name} ${path}`)
    else this.#cookies.set(`${name} ${path}`, { value, path })
  }

  #cookiesFor(pathname: string): string {
    return [...this.#cookies]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ')
  }
}

/** Where a browser has arrived: a page of the service, or an address of an application (status 0). */
export interface Visit {
  readonly status: number
  readonly url: string
  readonly text: string
  readonly headers: Headers
}
