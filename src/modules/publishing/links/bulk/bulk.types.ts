import { Field, ID, Int, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'
import { Link } from '../link.entity.ts'

const bulkStatuses = {
  created: 'The link was created.',
  updated: 'The link has the values of the item.',
  deleted: 'The link was deleted.',
  unchanged: 'The link would be deleted: this was a dry run.',
  failed: 'Nothing was changed; `error` says why.',
}

export type BulkStatus = keyof typeof bulkStatuses
export const BulkStatus = createEnumType<BulkStatus>('BulkStatus', 'What became of an item of a batch.', bulkStatuses)

@InheritsAccess()
@ObjectType({ description: 'A field of an item that is not valid.' })
export class BulkErrorDetail {
  @Field(() => String, { description: 'Name of the field within the item.' })
  field!: string

  @Field(() => String, { description: 'What is wrong with it.' })
  issue!: string

  @Field(() => [String], {
    nullable: true,
    description: 'Values that are accepted; null where there are none to suggest.',
  })
  suggestions!: string[] | null
}

@InheritsAccess()
@ObjectType({ description: 'Why an item of a batch failed.' })
export class BulkError {
  @Field(() => String, { description: 'Error code, as in the table of errors, such as `SLUG_TAKEN`.' })
  code!: string

  @Field(() => String, { description: 'What happened, in one sentence.' })
  message!: string

  @Field(() => String, { description: 'What to do next.' })
  resolution!: string

  @Field(() => [BulkErrorDetail], {
    description: 'The fields that are not valid; none where the item as a whole failed.',
  })
  details!: BulkErrorDetail[]
}

@InheritsAccess()
@ObjectType({ description: 'What became of one item of a batch.' })
export class BulkResult {
  @Field(() => Int, { description: 'Position of the item in the request, from 0.' })
  index!: number

  @Field(() => BulkStatus, { description: 'What became of the item.' })
  status!: BulkStatus

  @Field(() => ID, { nullable: true, description: 'Identifier of the link; null for an item that failed.' })
  id!: string | null

  @InheritsAccess()
  @Field(() => Link, {
    nullable: true,
    description: 'The link; null for one that was deleted, and for an item that failed.',
  })
  url!: Link | null

  @Field(() => BulkError, { nullable: true, description: 'Why the item failed; null for one that succeeded.' })
  error!: BulkError | null
}

@InheritsAccess()
@ObjectType({ description: 'How many items of a batch succeeded.' })
export class BulkSummary {
  @Field(() => Int, { description: 'Number of items.' })
  total!: number

  @Field(() => Int, { description: 'Number of items that succeeded.' })
  succeeded!: number

  @Field(() => Int, { description: 'Number of items that failed.' })
  failed!: number
}

@Access('write:links')
@ObjectType({ description: 'What became of the items of a batch.' })
export class BulkResponse {
  @Field(() => [BulkResult], { description: 'A result for each item, in the order of the request.' })
  results!: BulkResult[]

  @Field(() => BulkSummary, { description: 'How many items succeeded.' })
  summary!: BulkSummary
}

@Access('write:links')
@ObjectType({ description: 'What became of the links that a filter selects.' })
export class BulkSelectionResponse {
  @Field(() => Int, { description: 'Number of links that the filter selects and the action would change.' })
  matched!: number

  @Field(() => Int, { description: 'Number of links that were changed; 0 for a dry run.' })
  changed!: number

  @Field(() => Int, { description: 'Number of links whose change failed, such as one that would get too many tags.' })
  failed!: number

  @Field(() => Int, { description: 'Number of links that are left: repeat the request while it is above 0.' })
  remaining!: number
}
