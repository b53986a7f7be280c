import { type ErrorDetail, ServiceError } from '../../../../platform/shared/service-error.ts'
import type { LinkOptionValues } from '../rules/link-options.ts'
import type { ImportedRule } from './imported-rule.ts'

/** What happens to a row whose slug is taken. */
export type ConflictPolicy = 'skip' | 'rename' | 'fail'

/** A link of another service or of an export, before the rules of this one are applied. */
export interface ImportedLink extends Readonly<LinkOptionValues> {
  /** From 1, without the header. */
  readonly row: number
  /** From 0. A row with several aliases is a link for each of them. */
  readonly part: number
  readonly destination: string
  /** Null for a generated code. */
  readonly slug: string | null
  /** Whether the owner chose the slug. */
  readonly isCustom: boolean
  /** The host of the short address; null when it is unknown. */
  readonly host: string | null
  readonly title: string | null
  readonly tags: readonly string[]
  readonly folder: string | null
  readonly createdAt: Date | null
  /** Clicks that the other service has counted. */
  readonly importedClicks: number
  readonly isActive: boolean
  readonly rules: readonly ImportedRule[]
}

/** What a row becomes. */
export interface ImportedAddress {
  /** Null for a code that is generated. */
  readonly code: string | null
  readonly domainHost: string | null
  readonly destination: string
  readonly title: string
}

/** What became of a link. A `renamed` link was created, too. */
export type RowResult =
  | {
      readonly row: number
      readonly status: 'created' | 'renamed' | 'skipped'
      /** Whether short addresses do not tell the alias of the row apart from the code of another link. */
      readonly isTwin?: boolean
    }
  | {
      readonly row: number
      readonly status: 'failed'
      readonly code: string
      readonly message: string
      readonly details?: readonly ErrorDetail[] | undefined
    }

/** The result of a row that cannot be imported. Throws errors that do not belong to a row. */
export function toRowFailure(row: number, error: unknown): RowResult {
  if (!(error instanceof ServiceError)) throw error
  const { code, message, details } = error
  return { row, status: 'failed', code, message, details }
}

/** Who imports the links, and how. */
export interface LinkImportOptions {
  readonly workspaceId: string
  /** Null for a preview. */
  readonly importId: string | null
  /** Null when the account was deleted. */
  readonly creatorId: string | null
  readonly onConflict: ConflictPolicy
  readonly isDryRun: boolean
  /** Links that the rows before would have created, in a dry run. */
  readonly plannedLinks: number
}

/** Another transaction took a code or the last place of the plan meanwhile: the slice has to be repeated. */
export class ImportOvertaken extends Error {
  override readonly name = 'ImportOvertaken'
}
