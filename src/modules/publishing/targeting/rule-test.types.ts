import { Matches, MaxLength } from 'class-validator'
import { Field, InputType, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../platform/auth/authorization.ts'
import { IsOneOf, saying } from '../../../platform/graphql/inputs/argument-validation.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { defineIssue } from '../../../platform/shared/field-issue.ts'
import { MatchedRule } from './matched-rule.types.ts'
import { RuleDevice } from './rule-values.ts'

const notACountry = defineIssue('NOT_A_COUNTRY', 'must be an ISO 3166-1 alpha-2 code, such as DE')
const notARegion = defineIssue('NOT_A_REGION', 'must be an ISO 3166-2 code, such as DE-BE')

@InputType({ description: 'A visitor to try the rules of a link with. What is absent is unknown.' })
export class TestUrlRulesInput {
  @Matches(/^[a-z]{2}$/i, saying(notACountry()))
  @Field(() => String, { nullable: true, description: 'Country of the visitor, ISO 3166-1 alpha-2.' })
  country?: string | null

  @Matches(/^[a-z]{2}-[a-z\d]{1,3}$/i, saying(notARegion()))
  @Field(() => String, {
    nullable: true,
    description: 'Region of the visitor, ISO 3166-2, which also names the country.',
  })
  region?: string | null

  @IsOneOf(Object.values(RuleDevice))
  @Field(() => RuleDevice, {
    nullable: true,
    description:
      'Device of the visitor. `ios` and `android` are mobile phones too, and other systems desktop computers.',
  })
  device?: RuleDevice | null

  @MaxLength(512)
  @Field(() => String, { nullable: true, description: 'A `User-Agent` header, instead of `device`.' })
  userAgent?: string | null

  @MaxLength(256)
  @Field(() => String, {
    nullable: true,
    description: 'An `Accept-Language` header, such as `de` or `de-AT,en;q=0.8`.',
  })
  language?: string | null

  @Field(() => Date, { nullable: true, description: 'Time of the visit. Default: now.' })
  time?: Date | null
}

@InheritsAccess()
@ObjectType({ description: 'Where a visitor of an open link would go.' })
export class RuleTestResult {
  @Field(() => Url, {
    nullable: true,
    description: 'The destination with its UTM parameters; null when a rule blocks the visitor.',
  })
  destination!: string | null

  @Field(() => MatchedRule, {
    nullable: true,
    description: 'The rule that decides; null when the link itself has the destination. Variants are drawn at random.',
  })
  matchedRule!: MatchedRule | null
}
