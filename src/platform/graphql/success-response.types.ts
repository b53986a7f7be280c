import { Field, ObjectType } from 'type-graphql'

@ObjectType({ description: 'The act was done.' })
export class SuccessResponse {
  @Field(() => Boolean, { description: 'Always true; a refusal is an error instead.' })
  success!: boolean
}
