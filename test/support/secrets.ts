/** Field names of secrets in bodies and answers. */
const secretNames =
  /^(password|currentPassword|newPassword|token|key|secret|clientSecret|client_secret|access_token|refresh_token|code_verifier)$/

/** The same names before a literal in a GraphQL document. */
const secretLiterals = /\b(password|currentPassword|newPassword|token|secret)\s*:\s*"([^"\\]{8,})"/g

/** Patterns of secrets: sessions, API keys, OAuth tokens, client secrets, hashes, Authorization headers. */
const secretLooks: readonly RegExp[] = [
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/,
  /\btk_[0-9A-Za-z]{36}\b/,
  /\btk[iors]_[\w-]{40,}/,
  /\bwhsec_[\w+/]{20,}/,
  /\$argon2/,
  /\b(Bearer|Basic) [\w.~+/-]{8,}/i,
]

/** Collects every secret of requests and answers, and searches the log for them. */
export class Secrets {
  readonly #known = new Set<string>()

  /** Collects the secrets of a request or answer: its body, at any depth, and its headers. */
  note(body: unknown, headers: Readonly<Record<string, unknown>> = {}): void {
    this.#noteWithin(body)
    this.#add(String(headers.authorization ?? '').replace(/^\w+ +/, ''))
    for (const pair of String(headers.cookie ?? '').split(';'))
      if (pair.includes('=')) this.#add(pair.slice(pair.indexOf('=') + 1).trim())
    // Only the first pair of a cookie is its value.
    for (const cookie of [headers['set-cookie'] ?? []].flat()) this.#add(/^[^=]+=([^;]+)/.exec(String(cookie))?.[1])
  }

  /** Forgets the secrets of earlier test files, whose words may not be secret in the next one. */
  clear(): void {
    this.#known.clear()
  }

  /** Throws when a line contains a secret, with the line and the first characters of the secret. */
  refuseIn(lines: readonly string[]): void {
    const all = lines.join('\n')
    // The search covers megabytes, and most secrets are the same when escaped.
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

  /** Short and plain words occur in logs for other reasons. */
  #add(text: string | undefined): void {
    if (text && text.length >= 8 && !/^[A-Za-z_]{1,16}$/.test(text)) this.#known.add(text)
  }
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
