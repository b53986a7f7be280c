import { Field, ID, ObjectType } from 'type-graphql'

@ObjectType({ description: 'Something that waits for a decision of the caller.' })
export class Approval {
  @Field(() => ID, { description: 'The same for as long as it waits.' })
  id!: string

  @Field(() => String, {
    description: '`flagged_link`: a link with reports or an appeal, for admins of the installation.',
  })
  kind!: 'flagged_link'

  @Field(() => ID, { description: 'The link it is about.' })
  subjectId!: string

  @Field(() => String, { description: 'What is to be decided.' })
  title!: string

  @Field(() => Date, { description: 'Since when it waits.' })
  requestedAt!: Date
}
