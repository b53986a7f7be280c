import { type WaitingLink, waitingLinks } from '../abuse/index.ts'
import type { Approval } from './approval.ts'
import { type Listed, mostListed, type Question } from './question.ts'

/** What waits for a decision of the caller: links that were reported or appealed for, where the caller is an admin. */
export async function approvalsOf({ em, isAdmin }: Question): Promise<Listed<Approval>> {
  if (!isAdmin) return { items: [], total: 0 }
  const [links, total] = await waitingLinks(em, mostListed)
  return { items: links.map(approvalOf), total }
}

function approvalOf({ id, code, reports, isAppealed, since }: WaitingLink): Approval {
  const causes = [
    ...(reports > 0 ? [reports === 1 ? '1 report' : `${reports} reports`] : []),
    ...(isAppealed ? ['an appeal'] : []),
  ]
  return {
    ...{ id: `flagged_link:${id}`, kind: 'flagged_link', subjectId: id, requestedAt: since },
    title: `Decide on the link ${code}: ${causes.join(' and ')}.`,
  }
}
