import { Field, ObjectType } from 'type-graphql'
import { SafeInt } from '../../graphql/scalars.ts'

@ObjectType({ description: 'What the whole service holds, computed once in five minutes.' })
export class PublicStats {
  @Field(() => SafeInt, { description: 'Short links there are, those made without an account included.' })
  totalLinks!: number

  @Field(() => SafeInt, {
    description: 'Clicks by people, ever: those of links that have been deleted meanwhile are not taken off.',
  })
  totalClicks!: number

  @Field(() => SafeInt, { description: 'Accounts there are.' })
  totalUsers!: number

  @Field(() => SafeInt, {
    description: 'Accounts, each a workspace of its own, of whose links one was made, changed or clicked in 30 days.',
  })
  activeWorkspaces!: number
}
