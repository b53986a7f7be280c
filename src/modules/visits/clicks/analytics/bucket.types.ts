import { Field, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { SafeInt } from '../../../../platform/graphql/scalars.ts'
import { createEnumType } from '../../../../platform/shared/enum-type.ts'

@InheritsAccess()
@ObjectType({ description: 'One bucket of a time series.' })
export class Bucket {
  @Field(() => Date, { description: 'Start of the bucket, aligned to the requested time zone.' })
  timestamp!: Date

  @Field(() => SafeInt, { description: 'Clicks by people.' })
  clicks!: number

  @Field(() => SafeInt, {
    nullable: true,
    description:
      'Distinct visitors in this bucket, once for each link and UTC day. A visitor of several buckets counts in each. Null when `bucketVisitorsMissing` says why.',
  })
  uniqueVisitors!: number | null

  @Field(() => SafeInt, {
    description:
      'Visits by bots. A series without `from` begins at the first click; visits by bots before it are in its first bucket.',
  })
  botClicks!: number

  @Field(() => Boolean, {
    description: 'Whether a part of the bucket is outside of the period, or has not ended yet.',
  })
  isPartial!: boolean
}

export type BucketVisitorsMissing = 'too_many_clicks' | 'clicks_deleted'
export const BucketVisitorsMissing = createEnumType<BucketVisitorsMissing>(
  'BucketVisitorsMissing',
  'Why buckets have no number of visitors.',
  {
    too_many_clicks:
      'The period has more than a million visits, or the links that were requested together have. Use days in UTC, or a shorter period.',
    clicks_deleted: 'Buckets with null contain clicks that are deleted after some months and remain as totals only.',
  },
)
