import { Field, InputType } from 'type-graphql'
import { IsHumanText, TrimmedLength } from '../../../../platform/graphql/inputs/argument-validation.ts'
import type { UtmValues } from './utm-values.ts'

/** The UTM values of links and templates. Creating leaves an absent value empty, updating keeps it; null or a blank text clears it. */
@InputType()
export abstract class UtmOptions implements Partial<UtmValues> {
  @TrimmedLength(0, 255)
  @IsHumanText()
  @Field(() => String, { nullable: true, description: '`utm_source` that the redirect adds to the destination.' })
  utmSource?: string | null

  @TrimmedLength(0, 255)
  @IsHumanText()
  @Field(() => String, { nullable: true, description: '`utm_medium` that the redirect adds to the destination.' })
  utmMedium?: string | null

  @TrimmedLength(0, 255)
  @IsHumanText()
  @Field(() => String, { nullable: true, description: '`utm_campaign` that the redirect adds to the destination.' })
  utmCampaign?: string | null

  @TrimmedLength(0, 255)
  @IsHumanText()
  @Field(() => String, { nullable: true, description: '`utm_term` that the redirect adds to the destination.' })
  utmTerm?: string | null

  @TrimmedLength(0, 255)
  @IsHumanText()
  @Field(() => String, { nullable: true, description: '`utm_content` that the redirect adds to the destination.' })
  utmContent?: string | null
}
