import { Field, ID, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { SafeInt } from '../../../../platform/graphql/scalars.ts'

@InheritsAccess()
@ObjectType({ description: 'Clicks on the links in one folder, or with one tag.' })
export class PlacementStat {
  @Field(() => ID, { description: 'Identifier of the folder or the tag.' })
  id!: string

  @Field(() => String, { description: 'Its name.' })
  name!: string

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}
