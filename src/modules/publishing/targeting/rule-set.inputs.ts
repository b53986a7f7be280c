import { Field, InputType } from 'type-graphql'
import { MaxItems } from '../../../platform/graphql/inputs/argument-validation.ts'
import * as inputs from './rule.inputs.ts'

@InputType({ description: 'All rules of a link. A list that is absent is empty: the rules of its kind are deleted.' })
export class SetUrlRulesInput {
  @MaxItems(50)
  @Field(() => [inputs.CreateDeviceRuleInput], {
    defaultValue: [],
    description: 'The device rules, in the order in which they are tried.',
  })
  deviceRules!: inputs.CreateDeviceRuleInput[]

  @MaxItems(50)
  @Field(() => [inputs.CreateGeoRuleInput], {
    defaultValue: [],
    description: 'The geo rules, in the order in which they are tried.',
  })
  geoRules!: inputs.CreateGeoRuleInput[]

  @MaxItems(50)
  @Field(() => [inputs.CreateLanguageRuleInput], {
    defaultValue: [],
    description: 'The language rules, in the order in which they are tried.',
  })
  languageRules!: inputs.CreateLanguageRuleInput[]

  @MaxItems(50)
  @Field(() => [inputs.CreateTimeRuleInput], {
    defaultValue: [],
    description: 'The time rules, in the order in which they are tried.',
  })
  timeRules!: inputs.CreateTimeRuleInput[]

  @MaxItems(50)
  @Field(() => [inputs.CreateSplitRuleInput], {
    defaultValue: [],
    description: 'The variants of a split, in the order in which they are tried.',
  })
  splitRules!: inputs.CreateSplitRuleInput[]
}
