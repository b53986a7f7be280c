/** A piece of code; without a kind it is as plain as the text around it. */
export interface Token {
  readonly text: string
  readonly kind?: 'string' | 'variable' | 'keyword' | 'type'
}

const kinds = ['string', 'variable', 'keyword', 'type'] as const

/** A group for each kind, in their order. Text in backquotes stays code: it is a document in a program. */
const pattern =
  /("(?:\\.|[^"\\])*"|'[^']*')|(\$\w+)|\b(query|mutation|subscription|fragment|on|const|await|curl|true|false|null)\b|\b([A-Z]\w*|\d[\d.]*)\b/g

/** Divides GraphQL, JSON, a shell command or TypeScript into tokens, well enough to colour what the drawer writes. */
export function highlight(code: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of code.matchAll(pattern)) {
    const kind = kinds[match.slice(1).findIndex((text) => text !== undefined)]
    if (match.index > end) tokens.push({ text: code.slice(end, match.index) })
    tokens.push({ text: match[0], ...(kind && { kind }) })
    end = match.index + match[0].length
  }
  return [...tokens, { text: code.slice(end) }]
}
