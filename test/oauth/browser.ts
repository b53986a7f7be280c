import { secrets } from './service.ts'

/** The fields that a person fills in; those with several boxes have the values of the checked ones. */
export type FormFields = Readonly<Record<string, string | readonly string[]>>

/** A browser without scripts: stores cookies with their paths, follows redirects within the service, submits forms. */
export class Browser {
  readonly #base: string
  readonly #cookies = new Map<string, { value: string; path: string }>()

  constructor(base: string) {
    this.#base = base
  }

  /** Every Set-Cookie header received. */
  readonly received: string[] = []

  /** Opens a URL and follows redirects until a page or a URL of another host. */
  async open(address: string, form?: FormFields, headers: Record<string, string> = {}): Promise<Visit> {
    const { origin, pathname } = new URL(address, this.#base)
    if (origin !== this.#base) return { status: 0, url: address, text: '', headers: new Headers() }
    const answer = await fetch(new URL(address, this.#base), {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: this.#cookiesFor(pathname), accept: 'text/html', ...headers },
      ...(form && { body: encodeForm(form) }),
    })
    secrets.note(form, { 'set-cookie': answer.headers.getSetCookie() })
    for (const cookie of answer.headers.getSetCookie()) this.#storeCookie(cookie)
    const text = await answer.text()
    const next = answer.headers.get('location') ?? /^0; url=(.*)$/.exec(answer.headers.get('refresh') ?? '')?.[1]
    if (next) return this.open(new URL(next, new URL(address, this.#base)).href)
    return { status: answer.status, url: address, text, headers: answer.headers }
  }

  /** Submits the form of a page with its hidden fields, its checked boxes and the given ones. */
  submit({ url, text }: Visit, filled: FormFields, headers?: Record<string, string>): Promise<Visit> {
    const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
    const checked = [...text.matchAll(/<input type="checkbox" name="(\w+)" value="([^"]*)" checked>/g)]
    const boxes = Map.groupBy(checked, ([, name]) => name)
    const fields = {
      ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])),
      ...Object.fromEntries([...boxes].map(([name, matches]) => [name, matches.map(([, , value]) => value)])),
      ...filled,
    }
    const [, escaped = ''] = /<form method="post" action="([^"]*)">/.exec(text) ?? []
    const action = escaped.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    return this.open(new URL(action, new URL(url, this.#base)).href, fields, headers)
  }

  #storeCookie(header: string): void {
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

/** The page that a browser has reached, or a URL of an application (status 0). */
export interface Visit {
  readonly status: number
  readonly url: string
  readonly text: string
  readonly headers: Headers
}

function encodeForm(form: FormFields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  )
}
