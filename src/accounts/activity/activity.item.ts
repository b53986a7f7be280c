import { Field, ID, ObjectType } from 'type-graphql'
import type { ActivityItem as Item } from '../../events/activity/listing.ts'
import { type Severity, type Source, severities, sources } from '../../events/operations.ts'

const named = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

@ObjectType('ActivityItem', { description: 'Something that was done to what an account has.' })
export class ActivityItem implements Item {
  @Field(() => ID, { description: 'Identifier of the activity, such as `log_01k...`.' })
  id!: string

  @Field(() => String, {
    description: 'What was done, such as `link.created`: the kind of its event where there is one.',
  })
  type!: string

  @Field(() => ID, {
    description: 'Who did it: the account, the API key or OAuth application it let act, or `system` for the service.',
  })
  actor!: string

  @Field(() => String, { description: 'What it was done to: `link`, `qr`, `webhook` or `api_key`.' })
  subjectType!: string

  @Field(() => ID, { description: 'Identifier of what it was done to, which may be gone by now.' })
  subjectId!: string

  @Field(() => String, { description: 'All of it in one sentence.' })
  summary!: string

  @Field(() => String, { description: `How grave it is: ${named(severities)}.` })
  severity!: Severity

  @Field(() => String, { description: `What it belongs to: ${named(sources)}.` })
  source!: Source

  @Field(() => Date, { description: 'When it was done.' })
  createdAt!: Date
}
