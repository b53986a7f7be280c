import { type ASTNode, TokenKind } from 'graphql'

/** The comment above a part of a document, as one text; undefined without one. */
export function commentAbove({ loc }: ASTNode): string | undefined {
  const lines: string[] = []
  for (let token = loc?.startToken.prev; token?.kind === TokenKind.COMMENT; token = token.prev)
    lines.unshift(token.value.trim())
  return lines.length > 0 ? lines.join(' ') : undefined
}
