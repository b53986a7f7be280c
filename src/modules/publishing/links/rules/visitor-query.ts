/** How much of a visitor's query is read, in characters and in parameters. It bounds the work of a visit. */
const maxLength = 2048
const maxParameters = 100

/** A parameter of a query: its text, byte for byte, and the decoded text. */
export interface QueryParameter {
  readonly text: string
  readonly key: string
  readonly value: string
}

/**
 * The query string of a short address: its first 100 parameters within 2,048 characters. A parameter is read whole or
 * not at all. Reading stops at the first parameter that does not fit. The text is ASCII without line breaks.
 */
export class VisitorQuery {
  static readonly empty = new VisitorQuery('')

  readonly parameters: readonly QueryParameter[]

  /** `query` has no leading question mark. */
  constructor(query: string) {
    const texts = takeTexts(query)
    this.parameters = texts.length > 0 ? parseParameters(texts.join('&')) : []
  }

  /** Reads the query of the URL of a request. */
  static fromUrl(url: string): VisitorQuery {
    const start = url.indexOf('?')
    return start < 0 ? VisitorQuery.empty : new VisitorQuery(url.slice(start + 1))
  }

  /** Whether a flag such as `no-track` is set: by `?no-track` and `?no-track=1`, but not by `?no-track=0`. */
  hasFlag(name: string): boolean {
    const parameter = this.parameters.find(({ key }) => key === name)
    return parameter !== undefined && !/^(0|false)$/.test(parameter.value)
  }

  /** The query without a question mark. */
  toString(): string {
    return this.parameters.map(({ text }) => text).join('&')
  }
}

/** Parses a query once, for all keys and values. An empty parameter, as in `a&&b`, has an empty key. */
export function parseParameters(query: string): QueryParameter[] {
  // The parser removes one leading question mark, and the added one protects a key that starts with it. It skips empty
  // parameters.
  const decoded = new URLSearchParams(`?${query}`).entries()
  return query.split('&').map((text) => {
    const [key, value] = (text !== '' && decoded.next().value) || ['', '']
    return { text, key, value }
  })
}

function takeTexts(query: string): string[] {
  const texts: string[] = []
  let length = 0
  for (const text of query.slice(0, maxLength + 1).split('&', maxParameters)) {
    if (text === '') continue
    const encoded = encodeUnsafe(text)
    length += encoded.length
    if (length > maxLength) break
    texts.push(encoded)
    length += 1
  }
  return texts
}

/**
 * Percent-encodes the characters that the URL standard encodes in the query or the path of an http address. Encoded characters stay as they are.
 */
export function encodeUnsafe(text: string): string {
  return text.replace(/[^\x21-\x7e]|["#'<>]/gu, (character) =>
    Buffer.from(character).reduce(
      (encoded, byte) => `${encoded}%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
      '',
    ),
  )
}
