import type { EntityManager } from '../../../../platform/database/database.ts'
import { defineIssue } from '../../../../platform/shared/field-issue.ts'
import type { RuleKind, StoredRouteRule } from '../rules/route-rule.ts'

/** A rule of a link in a file, with the fields that its kind has in the API. */
export type ImportedRule = Readonly<Record<string, unknown>> & { readonly kind: RuleKind }

/** Only a file that was changed by hand has such rules. */
export const unreadableRules = defineIssue('UNREADABLE_RULES', 'must {need}')

/** The valid rules of an imported link. */
export interface PreparedRules {
  readonly count: number
  /** Where visitors can be sent, for the block list. */
  readonly destinations: readonly string[]
  /** The active rules in the form that a redirect reads. */
  readonly routeRules: readonly StoredRouteRule[] | null
  /** Inserts them for a link that has been inserted. */
  readonly rows: readonly object[]
}

export const noRules: PreparedRules = { count: 0, destinations: [], routeRules: null, rows: [] }

/** Checks and inserts the rules of imported links. The module of rules comes after the module of links. */
export interface RuleImporter {
  /** Throws the same error as the creation of such a rule. */
  prepare(rules: readonly ImportedRule[], now: Date): Promise<PreparedRules>
  /** Inserts the rules of links that exist, in the transaction of `em`. */
  insert(em: EntityManager, links: readonly { readonly linkId: string; readonly rules: PreparedRules }[]): Promise<void>
}
