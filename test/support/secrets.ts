/** Names under which bodies and answers carry what no log may hold. */
const secretNames =
  /^(password|currentPassword|newPassword|token|key|secret|clientSecret|client_secret|access_token|refresh_token|code_verifier)$/

/** The same names beside a literal in a GraphQL document. */
const secretLiterals = /\b(password|currentPassword|newPassword|token|secret)\s*:\s*"([^"\\]{8,})"/g

/** What is a secret by its looks, whoever made it: sessions, API keys, OAuth tokens, client secrets, hashes, credentials sent along. */
const secretLooks: readonly RegExp[] = [
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/,
  /\btk_[0-9A-Za-z]{36}\b/,
  /\btk[ors]_[\w-]{40,}/,
  /\bwhsec_[\w+/]{20,}/,
  /\$argon2/,
  /\b(Bearer|Basic) [\w.~+/-]{8,}/i,
]

/** Remembers every secret that is sent to the service or comes from it, and looks for them in what it logged. */
export class Secrets {
  readonly #known = new Set<string>()

  /** Notes the secrets of one request or answer: its body, however nested, and its headers. */
  note(body: unknown, headers: Readonly<Record<string, unknown>> = {}): void {
    this.#noteWithin(body)
    this.#add(String(headers.authorization ?? '').replace(/^\w+ +/, ''))
    for (const [, value] of String(headers.cookie ?? '').matchAll(/[\w.]+=([^;\s]+)/g)) this.#add(value)
    // What follows the first pair are attributes, and a path is no secret.
    for (const cookie of [headers['set-cookie'] ?? []].flat()) this.#add(/^[^=]+=([^;]+)/.exec(String(cookie))?.[1])
  }

  /** For another file, whose words may be secrets here and none there. */
  clear(): void {
    this.#known.clear()
  }

  /** Throws when one of these lines holds a secret; says which line, and of the secret only how it begins. */
  refuseIn(lines: readonly string[]): void {
    const all = lines.join('\n')
    // Both look through megabytes, and most secrets are written the same either way.
    const found = [...this.#known].find((secret) =>
      [...new Set([secret, escaped(secret)])].some((way) => all.includes(way)),
    )
    const look = found ?? secretLooks.map((pattern) => pattern.exec(all)?.[0]).find(Boolean)
    if (look === undefined) return
    const line = lines.find((each) => each.includes(look) || each.includes(escaped(look))) ?? ''
    throw new Error(`A log line holds a secret (${look.slice(0, 4)}...): ${line.replaceAll(look, '<secret>')}`)
  }

  #noteWithin(value: unknown, name = ''): void {
    if (typeof value === 'string') {
      if (secretNames.test(name)) this.#add(value)
      if (name === 'query') for (const [, , literal] of value.matchAll(secretLiterals)) this.#add(literal)
      return
    }
    if (typeof value !== 'object' || value === null) return
    for (const [inner, each] of Object.entries(value)) this.#noteWithin(each, Array.isArray(value) ? name : inner)
  }

  /** Short words and plain ones stand in logs for other reasons. */
  #add(text: string | undefined): void {
    if (text && text.length >= 8 && !/^[A-Za-z_]{1,16}$/.test(text)) this.#known.add(text)
  }
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
