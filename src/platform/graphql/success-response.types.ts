import { Field, ID, ObjectType } from 'type-graphql'
import { Open } from '../auth/authorization.ts'
import { GraphqlOnly } from './operations.ts'

@Open()
@ObjectType({ description: 'The operation succeeded.' })
export class SuccessResponse {
  @Field(() => Boolean, { description: 'Always true; failures are errors.' })
  success!: boolean

  @GraphqlOnly()
  @Field(() => ID, { nullable: true, description: 'Identifier of the deleted object; null when nothing was deleted.' })
  deletedId?: string | null

  /** What has one object less now. Its fields are added by the modules of these types. */
  readonly parentIds?: ParentIds
}

/** The objects around a deleted one, whose counts and lists have changed. */
export interface ParentIds {
  readonly workspaceId?: string | null
  readonly folderId?: string | null
  readonly linkId?: string
  readonly bioPageId?: string
}

/** The answer of a deletion. */
export function deletionOf(deletedId: string | null, parentIds: ParentIds): SuccessResponse {
  return { success: true, deletedId, parentIds }
}
