import { CreateLinkDocument, type LinksQuery } from '../generated/graphql-codegen/graphql.js'

/** Null is part of the type where the service may answer with null. */
export function titlesOf({ links }: LinksQuery): string[] {
  return links?.edges.map(({ node }) => node.customUrl?.toLowerCase() ?? node.title) ?? []
}

export const document = CreateLinkDocument
