import { Field, ID, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../platform/auth/authorization.ts'
import type { CountedList } from '../../../platform/database/counted-list.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { findLinksAwaitingReview, type LinkAwaitingReview } from '../abuse/index.ts'
import { type AccountSnapshot, maxListItems } from './account-snapshot.ts'

type ApprovalKind = 'flagged_link'
const ApprovalKind = createEnumType<ApprovalKind>('ApprovalKind', 'What needs a decision.', {
  flagged_link: 'A link with abuse reports or an appeal; only for admins of the installation.',
})

@InheritsAccess()
@ObjectType({ description: 'A decision that the caller has to make.' })
export class Approval {
  @Field(() => ID, { description: 'Identifier of the approval, stable until the decision.' })
  id!: string

  @Field(() => ApprovalKind, { description: 'What needs a decision.' })
  kind!: ApprovalKind

  @Field(() => ID, { description: 'Identifier of the link. Unlike `review`, it needs no login.' })
  subjectId!: string

  @Field(() => String, { description: 'The decision in one sentence.' })
  title!: string

  @Field(() => Date, { description: 'When the decision was requested.' })
  requestedAt!: Date
}

/** Returns the links with reports or an appeal, if the caller is an admin. */
export async function listApprovals({ em, isAdmin }: AccountSnapshot): Promise<CountedList<Approval>> {
  if (!isAdmin) return { items: [], total: 0 }
  const [links, total] = await findLinksAwaitingReview(em, maxListItems)
  return { items: links.map(toApproval), total }
}

function toApproval({ id, name, reports, isAppealed, since }: LinkAwaitingReview): Approval {
  const causes = [
    ...(reports > 0 ? [reports === 1 ? '1 report' : `${reports} reports`] : []),
    ...(isAppealed ? ['an appeal'] : []),
  ]
  return {
    id: `flagged_link:${id}`,
    kind: 'flagged_link',
    subjectId: id,
    title: `Decide on the link ${name}: ${causes.join(' and ')}.`,
    requestedAt: since,
  }
}
