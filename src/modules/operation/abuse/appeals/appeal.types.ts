import { Field, ID, ObjectType } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import { RestOnly } from '../../../../platform/graphql/operations.ts'
import type { Link } from '../../../publishing/links/index.ts'
import { type AbuseAppeal, AppealState } from './appeal.entity.ts'

@Access('read:links')
@ObjectType('UrlAppeal', { description: 'The last appeal of the owner against the block of a link.' })
export class LinkAppeal {
  link!: Link

  @RestOnly()
  @Field(() => ID, { description: 'Identifier of the link.' })
  urlId!: string

  @Field(() => String, { description: 'Message of the owner.' })
  message!: string

  @Field(() => AppealState, { description: 'What has become of it.' })
  state!: AppealState

  @Field(() => Date, { description: 'When it was received.' })
  createdAt!: Date

  @Field(() => Date, {
    nullable: true,
    description: 'When it was dismissed, or the block ended; null while it is open.',
  })
  decidedAt!: Date | null

  @Field(() => String, { description: 'What the owner can do next, in a sentence.' })
  resolution!: string
}

export function toLinkAppeal(link: Link, { message, state, createdAt, decidedAt }: AbuseAppeal): LinkAppeal {
  const resolution = describeNextStep(link, state)
  return { link, urlId: link.id, message, state, createdAt, decidedAt, resolution }
}

/** What the owner of a link can do after an appeal. */
export function describeNextStep({ blockCause }: Pick<Link, 'blockCause'>, state: AppealState): string {
  switch (state) {
    case 'open':
      return 'Wait for the decision. Another appeal replaces the message.'
    case 'unblocked':
      return 'Nothing: the link opens again.'
    case 'dismissed':
      return blockCause === 'destination'
        ? 'Change the destination, which ends the block at once, or appeal again with new reasons.'
        : 'Appeal again with new reasons. Another destination does not end this block; you can also delete the link.'
  }
}
