import { Field, ID, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { SafeInt } from '../../../../platform/graphql/scalars.ts'

@InheritsAccess()
@ObjectType({ description: 'Clicks whose destination one rule chose.' })
export class RuleStat {
  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the rule, also of a deleted one; null for clicks that no rule decided, or none known.',
  })
  ruleId!: string | null

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}

@InheritsAccess()
@ObjectType({ description: 'Clicks on one variant of a split.' })
export class VariantStat {
  @Field(() => String, { nullable: true, description: 'Name of the variant; null for clicks on none.' })
  variant!: string | null

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  count!: number
}
