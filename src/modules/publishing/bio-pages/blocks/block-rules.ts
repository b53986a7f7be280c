import { isEmail } from 'class-validator'
import { notAnEmail } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { defineIssue, type Issue, toIssue } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import type { ErrorDetail } from '../../../../platform/shared/service-error.ts'
import type { BioBlockType } from './bio-block-type.ts'
import { toCalledNumber, toPhoneNumber } from './contact-addresses.ts'
import { findProfileIssue, networkNames, type SocialNetwork } from './social-networks.ts'

const isRequired = defineIssue('REQUIRED_FOR_TYPE', 'is required for type {type}')
const notAPhoneNumber = defineIssue(
  'NOT_A_PHONE_NUMBER',
  'must be a telephone number, such as +49 30 123456, or +49 30 1234 ext. 56 to call',
)

/** The content of a block, without its position and schedule. */
export interface BlockContent {
  readonly title: string | null
  readonly content: string | null
  readonly url: string | null
  readonly network: SocialNetwork | null
}

/** What the owner of a page says of one of its blocks. */
export interface BlockFields extends BlockContent {
  readonly type: BioBlockType
  readonly isVisible: boolean
  readonly scheduledFrom: Date | null
  readonly scheduledUntil: Date | null
}

type ContentField = keyof BlockContent

/** The fields that a block of each type must and may have. */
const fieldsByType: Readonly<
  Record<BioBlockType, { readonly required: readonly ContentField[]; readonly optional: readonly ContentField[] }>
> = {
  link: { required: ['title', 'url'], optional: ['content'] },
  heading: { required: ['title'], optional: [] },
  text: { required: ['content'], optional: [] },
  social: { required: ['network', 'url'], optional: [] },
  divider: { required: [], optional: [] },
  email: { required: ['content'], optional: ['title'] },
  phone: { required: ['content'], optional: ['title'] },
  sms: { required: ['content'], optional: ['title'] },
}

/** In characters. The second line of a link is short, so that links stay buttons. */
const maxSecondLineLength = 160
const maxEmailLength = 254

/** Checks all fields of a block, and returns them. Throws `InvalidParams`. */
export function assertValidFields(fields: BlockFields): BlockFields {
  const { type, title, content, url, network, scheduledFrom, scheduledUntil } = fields
  assertValidContent(type, { title, content, url, network })
  assertValidSchedule(scheduledFrom, scheduledUntil)
  return fields
}

/** What the owner says of a block that is stored. */
export function fieldsOf(block: BlockFields): BlockFields {
  const { type, title, content, url, network, isVisible, scheduledFrom, scheduledUntil } = block
  return { type, title, content, url, network, isVisible, scheduledFrom, scheduledUntil }
}

/** Throws `InvalidParams` with all fields that a block of this type must not have, lacks, or has in a wrong form. */
function assertValidContent(type: BioBlockType, block: BlockContent): void {
  const { required, optional } = fieldsByType[type]
  const details = (Object.keys(block) as ContentField[]).flatMap((field): ErrorDetail[] => {
    if (block[field] === null) return required.includes(field) ? [{ field, ...isRequired({ type }) }] : []
    if (!required.includes(field) && !optional.includes(field))
      return [{ field, issue: `must not be given for type ${type}` }]
    const issue = findFieldIssue(type, field, block)
    return issue ? [{ field, ...toIssue(issue) }] : []
  })
  if (details.length > 0) throw new InvalidParams(details)
}

function findFieldIssue(type: BioBlockType, field: ContentField, block: BlockContent): Issue | undefined {
  const { content, url, network } = block
  if (field === 'url' && network && url) return findProfileIssue(network, url)
  if (field !== 'content' || content === null) return undefined
  if (type === 'email' && !(content.length <= maxEmailLength && isEmail(content))) return notAnEmail()
  if (type === 'phone' && toCalledNumber(content) === null) return notAPhoneNumber()
  if (type === 'sms' && toPhoneNumber(content) === null) return notAPhoneNumber()
  if (type === 'link' && content.length > maxSecondLineLength)
    return `must be at most ${maxSecondLineLength} characters`
  if (type === 'link' && content.includes('\n')) return 'must be one line'
  return undefined
}

/** The title of the link of a block, which owners read among their clicks. */
export function describeBlock({ title, network, url }: BlockContent): string {
  return title ?? (network ? networkNames[network] : (url ?? ''))
}

/** Throws `InvalidParams` when visitors would never see a block. */
function assertValidSchedule(from: Date | null, until: Date | null): void {
  if (from && until && until <= from) throw InvalidParams.forField('scheduledUntil', 'must be after scheduledFrom')
}
