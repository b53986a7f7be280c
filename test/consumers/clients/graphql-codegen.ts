import { CreateLinkDocument, type LinksQuery } from '../generated/graphql-codegen/graphql.js'

/** Null is part of the type where the service may answer with null. */
export function titlesOf({ urls }: LinksQuery): string[] {
  return urls?.edges.map(({ node }) => node.expiredUrl?.toLowerCase() ?? node.title) ?? []
}

export const document = CreateLinkDocument
