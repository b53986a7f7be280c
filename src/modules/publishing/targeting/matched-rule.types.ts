import { Field, ID, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../platform/auth/authorization.ts'
import type { RouteRule } from '../links/index.ts'
import { RuleKind } from './routing-rule.entity.ts'

@InheritsAccess()
@ObjectType({ description: 'The rule that decides where a visitor goes.' })
export class MatchedRule {
  @Field(() => ID, { description: 'Identifier of the rule.' })
  id!: string

  @Field(() => RuleKind, { description: 'What the rule looks at.' })
  kind!: RuleKind

  @Field(() => String, { nullable: true, description: 'Name of the variant, if the rule belongs to a split.' })
  variant!: string | null

  @Field(() => Boolean, { description: 'Whether the rule blocks the visitor, who then gets no destination.' })
  isBlocking!: boolean

  @Field(() => String, { nullable: true, description: 'What the owner tells blocked visitors; null for nothing.' })
  blockMessage!: string | null
}

/** The rule of a decision in the form of the schema. */
export function toMatchedRule(rule: RouteRule | null): MatchedRule | null {
  if (rule === null) return null
  return {
    id: rule.id,
    kind: rule.kind,
    variant: rule.kind === 'split' ? rule.name : null,
    isBlocking: isBlocking(rule),
    blockMessage: rule.kind === 'geo' ? rule.message : null,
  }
}

/** Whether visitors for whom the rule decides get no destination. */
export function isBlocking(rule: RouteRule | null): boolean {
  return rule?.kind === 'geo' && rule.isBlocking
}
