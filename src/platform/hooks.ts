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
export class Hooks {
  readonly accountCreated = new TransactionHook<NewAccount>()
  /** What gives access to an account, and when each ends. */
  readonly accessEndings = new AccessEndings()
  readonly signInChanged = new TransactionHook<SignInChange>()
  readonly membershipEnded = new TransactionHook<EndedMembership>()
  /** Ends what grants own, before they are deleted. */
  readonly grantsEnded = new TransactionHook<EndedGrants>()
  readonly linksMoved = new TransactionHook<MovedLinks>()
  /** What archives of accounts have that a service of a module reads. */
  readonly archiveContents: ArchiveContents = new Map()
  /** Deletes the rows of a workspace. */
  readonly workspacePurge: WorkspacePurge = new Purge()
  /** Deletes the rows of an account, or its name in rows that stay. */
  readonly accountPurge: AccountPurge = new Purge()

  constructor() {
    const ofWorkspaces = ['event_interest', 'event', 'activity'].map((table) => deleteRowsOf(table))
    this.workspacePurge.addSteps(...ofWorkspaces, deleteJobsOfWorkspace)
    const ofAccounts = [deleteJobsAbout, deleteEventsAbout, rewriteActivitiesAbout]
    this.accountPurge.addSteps(
      ...ofAccounts,
      forgetAccountIn('activity', 'actor'),
      forgetAccountIn('activity', 'on_behalf_of'),
    )
  }
}
