import { Field, ObjectType } from 'type-graphql'
import { Open } from '../../../../platform/auth/authorization.ts'

@Open()
@ObjectType({ description: 'A host that visitors of short links reach here.' })
export class AllowedDomain {
  @Field(() => String, { description: 'Host name, as in the request.' })
  domain!: string
}
