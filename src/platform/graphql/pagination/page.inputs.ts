import { Max, Min } from 'class-validator'
import { ArgsType, Field, Int } from 'type-graphql'
import { GraphqlOnly, RestOnly } from '../operations.ts'

/** Selects a part of a list, from its start or from its end (Relay cursor connections). */
@ArgsType()
export class ConnectionArgs {
  @GraphqlOnly()
  @Min(0)
  @Max(100)
  @Field(() => Int, {
    nullable: true,
    description:
      'Number of items from the start, 0 to 100; 0 to get the total only. Default: 20, unless `last` is set.',
  })
  first?: number | null

  @GraphqlOnly()
  @Field(() => String, {
    nullable: true,
    description: 'Only items after this cursor, which must be of the same list and order.',
  })
  after?: string | null

  @GraphqlOnly()
  @Min(0)
  @Max(100)
  @Field(() => Int, { nullable: true, description: 'Number of items from the end, 0 to 100, instead of `first`.' })
  last?: number | null

  @GraphqlOnly()
  @Field(() => String, {
    nullable: true,
    description: 'Only items before this cursor, which must be of the same list and order.',
  })
  before?: string | null
}

/** A list that REST answers in pages. */
@ArgsType()
export class PagedConnectionArgs extends ConnectionArgs {
  @RestOnly()
  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { defaultValue: 1, description: 'Page number, from 1.' })
  page?: number | null

  @RestOnly()
  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Items per page, 1 to 100.' })
  limit?: number | null
}

/** A list that REST answers in pages, and counts with a filter only when it is asked to. */
@ArgsType()
export class CountedConnectionArgs extends PagedConnectionArgs {
  @CountArg()
  count?: boolean
}

/** Decorates the REST argument that asks for the total of a filtered list. */
export function CountArg(): PropertyDecorator {
  const field = Field(() => Boolean, {
    defaultValue: false,
    description:
      'Whether a filtered list is counted for the header `X-Total-Count`, for which every match is read. The last page, and a list without filters, always have it.',
  })
  return (target, name) => {
    RestOnly()(target, name)
    field(target, name)
  }
}

/** A list that REST answers as a whole, or in pages when a page is requested. */
@ArgsType()
export class OptionallyPagedConnectionArgs extends ConnectionArgs {
  @RestOnly()
  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { nullable: true, description: 'Page number, from 1. Without `page` and `limit`: all items.' })
  page?: number | null

  @RestOnly()
  @Min(1)
  @Max(100)
  @Field(() => Int, {
    nullable: true,
    description: 'Items per page, 1 to 100. Default: 20, when `page` is given; otherwise all items.',
  })
  limit?: number | null
}
