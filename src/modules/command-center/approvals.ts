import { Field, ID, ObjectType } from 'type-graphql'
import { findLinksAwaitingReview, type LinkAwaitingReview } from '../abuse/index.ts'
import { type AccountSnapshot, type CountedList, maxListItems } from './account-snapshot.ts'

@ObjectType({ description: 'Something that waits for a decision of the caller.' })
export class Approval {
  @Field(() => ID, { description: 'The same for as long as it waits.' })
  id!: string

  @Field(() => String, {
    description: '`flagged_link`: a link with reports or an appeal, for admins of the installation.',
  })
  kind!: 'flagged_link'

  @Field(() => ID, { description: 'The link it is about.' })
  subjectId!: string

  @Field(() => String, { description: 'What is to be decided.' })
  title!: string

  @Field(() => Date, { description: 'Since when it waits.' })
  requestedAt!: Date
}

/** What waits for a decision of the caller: links that were reported or appealed for, where the caller is an admin. */
export async function listApprovals({ em, isAdmin }: AccountSnapshot): Promise<CountedList<Approval>> {
  if (!isAdmin) return { items: [], total: 0 }
  const [links, total] = await findLinksAwaitingReview(em, maxListItems)
  return { items: links.map(toApproval), total }
}

function toApproval({ id, code, reports, isAppealed, since }: LinkAwaitingReview): Approval {
  const causes = [
    ...(reports > 0 ? [reports === 1 ? '1 report' : `${reports} reports`] : []),
    ...(isAppealed ? ['an appeal'] : []),
  ]
  return {
    ...{ id: `flagged_link:${id}`, kind: 'flagged_link', subjectId: id, requestedAt: since },
    title: `Decide on the link ${code}: ${causes.join(' and ')}.`,
  }
}
