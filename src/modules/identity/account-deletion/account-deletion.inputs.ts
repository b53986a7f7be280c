import { Length } from 'class-validator'
import { ArgsType, Field } from 'type-graphql'
import { ownPasswordDescription } from '../accounts/index.ts'

@ArgsType()
export class RequestAccountDeletionArgs {
  @Length(1, 1024)
  @Field(() => String, { nullable: true, description: ownPasswordDescription })
  password?: string | null
}
