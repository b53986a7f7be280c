import { Length } from 'class-validator'
import { ArgsType, Field } from 'type-graphql'

@ArgsType()
export class RequestAccountDeletionArgs {
  @Length(1, 1024)
  @Field(() => String, { description: 'Current password.' })
  password!: string
}
