import { Field, ID, ObjectType } from 'type-graphql'

@ObjectType({ description: 'A new API key. This answer is the only one that ever holds the key itself.' })
export class ApiKeyCreatedResponse {
  @Field(() => ID, { description: 'Identifier of the key, such as `key_01k...`.' })
  id!: string

  @Field(() => String, { description: 'What its owner calls it.' })
  name!: string

  @Field(() => String, {
    description: 'The key: `tk_` and 36 letters and digits. Send it as `Authorization: Bearer <key>`.',
  })
  key!: string

  @Field(() => String, { description: 'Says to copy the key now.' })
  message!: string

  @Field(() => Date, { description: 'From this instant on the key is refused.' })
  expiresAt!: Date
}
