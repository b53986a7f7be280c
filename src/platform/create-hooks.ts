import { AccessEndings } from './events/access-endings.ts'
import {
  type EndedGrants,
  type EndedMembership,
  type MovedLinks,
  type NewAccount,
  type SignInChange,
  TransactionHook,
} from './events/transaction-hook.ts'
import { type AccountPurge, forgetAccountIn } from './jobs/account-purge.ts'
import type { ArchiveContents } from './jobs/archive-part.ts'
import {
  deleteEventsAbout,
  deleteJobsAbout,
  deleteJobsOfWorkspace,
  rewriteActivitiesAbout,
} from './jobs/purge.queries.ts'
import { deleteRowsOf, Purge, type WorkspacePurge } from './jobs/workspace-purge.ts'

/** What a module adds to the transactions of others. */
export function createHooks() {
  const workspacePurge: WorkspacePurge = new Purge()
  const ofWorkspaces = ['event_interest', 'event', 'activity'].map((table) => deleteRowsOf(table))
  workspacePurge.addSteps(...ofWorkspaces, deleteJobsOfWorkspace)
  const accountPurge: AccountPurge = new Purge()
  accountPurge.addSteps(
    deleteJobsAbout,
    deleteEventsAbout,
    rewriteActivitiesAbout,
    forgetAccountIn('activity', 'actor'),
  )
  return {
    accountCreated: new TransactionHook<NewAccount>(),
    /** What gives access to an account, and when each ends. */
    accessEndings: new AccessEndings(),
    signInChanged: new TransactionHook<SignInChange>(),
    membershipEnded: new TransactionHook<EndedMembership>(),
    /** Ends what grants own, before they are deleted. */
    grantsEnded: new TransactionHook<EndedGrants>(),
    linksMoved: new TransactionHook<MovedLinks>(),
    /** What archives of accounts have that a service of a module reads. */
    archiveContents: new Map() as ArchiveContents,
    /** Deletes the rows of a workspace. */
    workspacePurge,
    /** Deletes the rows of an account, or its name in rows that stay. */
    accountPurge,
  }
}
