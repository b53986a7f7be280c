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
}
