import { Field, ObjectType } from 'type-graphql'

@ObjectType({ description: 'The operation succeeded.' })
export class SuccessResponse {
  @Field(() => Boolean, { description: 'Always true; failures are errors.' })
  success!: boolean
}
