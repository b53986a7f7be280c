import { MaxLength } from 'class-validator'
import { ArgsType, Field } from 'type-graphql'
import { TrimmedLength } from '../../graphql/trimmed.length.ts'

@ArgsType()
export class AskAnalyticsArgs {
  @TrimmedLength(1, 500)
  @Field(() => String, {
    description: 'The question, in English, such as `Which link did best this week?`. 1 to 500 characters.',
  })
  question!: string

  @MaxLength(64)
  @Field(() => String, {
    defaultValue: 'UTC',
    description: 'The IANA zone whose days and weeks are meant, such as `Europe/Berlin`. Weeks begin with Monday.',
  })
  timezone!: string
}
