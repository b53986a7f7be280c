import { Field, Int, ObjectType } from 'type-graphql'
import { ActivityItem } from '../accounts/index.ts'

@ObjectType({ description: 'A page of what was done.' })
export class RecentActivity {
  @Field(() => [ActivityItem], { description: 'The activities of this page, the newest first.' })
  items!: ActivityItem[]

  @Field(() => Int, { description: 'Which page it is, from 1.' })
  page!: number

  @Field(() => Int, { description: 'Activities on a page.' })
  limit!: number

  @Field(() => Int, { description: 'Activities on all pages, counted up to 10,000.' })
  total!: number
}
