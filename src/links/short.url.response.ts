import { Field, ObjectType } from 'type-graphql'

@ObjectType({ description: 'A link made without an account.' })
export class ShortUrlResponse {
  @Field(() => String, { description: 'The code of the link; equals customCode when one was given.' })
  shortCode!: string

  @Field(() => String, { description: 'The full short address.' })
  shortUrl!: string

  @Field(() => String, { description: 'The destination, as submitted.' })
  longUrl!: string

  @Field(() => Date, { description: 'When the link stops working: 7 days after it was made.' })
  expiresAt!: Date
}
