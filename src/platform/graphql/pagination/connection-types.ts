import type { GraphQLObjectType } from 'graphql'
import { Extensions } from 'type-graphql'

/** The type is a connection: its fields describe as many objects as a page has. */
export function IsConnection(): ClassDecorator {
  return Extensions({ isConnection: true }) as ClassDecorator
}

export function isConnectionType({ extensions }: GraphQLObjectType): boolean {
  return extensions.isConnection === true
}

/** The type only holds what belongs to the objects of a page, so its own objects are not counted. */
export function PartOfPage(): ClassDecorator {
  return Extensions({ isPartOfPage: true }) as ClassDecorator
}

export function isPartOfPage({ extensions }: GraphQLObjectType): boolean {
  return extensions.isPartOfPage === true
}
