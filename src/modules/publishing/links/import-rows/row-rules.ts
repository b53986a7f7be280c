import { tooLong, tooMany } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { defineIssue } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { toPlainText } from '../../../../platform/shared/text/human-text.ts'
import { toNameKey } from '../../../../platform/shared/text/name-key.ts'
import { maxTags } from '../organizing/placement.inputs.ts'
import { assertCanCloak } from '../rules/cloaking.ts'
import { defaultTitle } from '../rules/final-destination.ts'
import type { OptionDefinition } from '../rules/link-option-table.ts'
import { definitionOf, linkOptions } from '../rules/link-options.ts'
import { assertNoOptionConflicts, assertStartsBeforeEnd, type LinkRules } from '../rules/link-rules.ts'
import type { ImportedLink } from './imported-link.ts'
import type { ImportedRule, PreparedRules } from './imported-rule.ts'

/** A row that is valid except for its code, whose rules depend on the domain. */
export interface CheckedRow extends ImportedLink {
  /** Normalized. */
  readonly originalUrl: string
  readonly cleanTitle: string
  readonly preparedRules: PreparedRules
}

const outOfBounds = defineIssue('OUT_OF_BOUNDS', 'is out of bounds')
const titleMaxLength = 255
const nameMaxLength = 64
const maxInteger = 2 ** 31 - 1

/**
 * Applies the rules of new links to a row of a file. A date of expiry may be in the past, because a link that has expired
 * elsewhere has expired here too. Throws the error that `createUrl` throws.
 */
export async function checkRow(
  row: ImportedLink,
  linkRules: LinkRules,
  prepareRules: (rules: readonly ImportedRule[]) => Promise<PreparedRules>,
): Promise<CheckedRow> {
  const originalUrl = linkRules.parseDestination('destination', row.destination, 'owner')
  const addresses = linkRules.parseAddresses(row)
  for (const name of linkOptions) assertBounds(name, row[name], definitionOf(name))
  assertLength('folder', row.folder, nameMaxLength)
  for (const tag of row.tags) assertLength('tags', tag, nameMaxLength)
  const tags = [...new Map(row.tags.map((tag) => [toNameKey(tag), tag])).values()]
  if (tags.length > maxTags) throw InvalidParams.forField('tags', tooMany({ max: maxTags }))
  assertNoOptionConflicts({ ...row, ruleCount: row.rules.length })
  if (row.isCloaked) assertCanCloak(originalUrl)
  assertStartsBeforeEnd(row)
  const title = toPlainText((row.title ?? '').toWellFormed())
    .trim()
    .slice(0, titleMaxLength)
    .toWellFormed()
    .trim()
  const cleanTitle = title || defaultTitle(originalUrl)
  const preparedRules = await prepareRules(row.rules)
  return { ...row, originalUrl, ...addresses, tags, cleanTitle, preparedRules }
}

/** Addresses are parsed, which checks their length. */
function assertBounds(
  field: string,
  value: unknown,
  { kind, minimum = 0, choices, maxLength = 0 }: OptionDefinition,
): void {
  if (kind === 'text') assertLength(field, value as string | null, maxLength)
  if (typeof value !== 'number') return
  const isWithin = choices ? choices.includes(value) : value >= minimum && value <= maxInteger
  if (!isWithin) throw InvalidParams.forField(field, outOfBounds())
}

function assertLength(field: string, text: string | null, maximum: number): void {
  if (text !== null && text.length > maximum) throw InvalidParams.forField(field, tooLong({ max: maximum }))
}
