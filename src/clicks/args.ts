import { Max, Min } from 'class-validator'
import { ArgsType, Field, Int } from 'type-graphql'

@ArgsType()
export class ClicksArgs {
  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { defaultValue: 1, description: 'Which page, from 1.' })
  page!: number

  @Min(1)
  @Max(1000)
  @Field(() => Int, { defaultValue: 100, description: 'Clicks on a page, 1 to 1000.' })
  limit!: number

  @Field(() => Boolean, { defaultValue: false, description: 'Whether to list the visits of robots too.' })
  includeBots!: boolean
}

@ArgsType()
export class LinkClicksArgs {
  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Clicks on a page, 1 to 100.' })
  first!: number

  @Field(() => String, { nullable: true, description: 'A cursor of this list: go on after it.' })
  after?: string | null

  @Field(() => Boolean, { defaultValue: false, description: 'Whether to list the visits of robots too.' })
  includeBots!: boolean
}
