import { MaxLength } from 'class-validator'
import { ArgsType, Field } from 'type-graphql'

@ArgsType()
export class UnlockUrlArgs {
  @Field(() => String, { description: 'The short code or custom alias; upper and lower case count as the same.' })
  shortUrl!: string

  // Longer than any password can be is refused before it costs a hash.
  @MaxLength(1024)
  @Field(() => String, { description: 'The password of the link.' })
  password!: string
}
