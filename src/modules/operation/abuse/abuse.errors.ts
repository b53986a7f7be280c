import { defineError } from '../../../platform/shared/service-error.ts'

export class LinkNotBlocked extends defineError({
  code: 'LINK_NOT_BLOCKED',
  status: 409,
  when: 'The link is not blocked, so there is no block to appeal against.',
  resolution: 'Check isBlocked of the link. Appeal only while it is true.',
}) {
  constructor() {
    super('The link is not blocked.')
  }
}

export class AppealNotFound extends defineError({
  code: 'APPEAL_NOT_FOUND',
  status: 404,
  when: 'There is no appeal for the link, or it was decided more than 90 days ago.',
  resolution: 'Check isBlocked of the link. While it is true, {@appealUrl} appeals.',
}) {
  constructor() {
    super('There is no appeal for this link.')
  }
}

export class AbuseReportNotFound extends defineError({
  code: 'ABUSE_REPORT_NOT_FOUND',
  status: 404,
  when: 'No report has this id. Reports are deleted with their link, and 90 days after a decision.',
  resolution: 'Check the id; {@abuseReview} shows the reports of a link.',
}) {
  constructor() {
    super('No report has this id.')
  }
}

export class AbuseActNotFound extends defineError({
  code: 'ABUSE_ACT_NOT_FOUND',
  status: 404,
  when: 'No entry of the log of abuse has this id.',
  resolution: 'Check the id; {@abuseActs} lists the entries.',
}) {
  constructor() {
    super('No entry of the log of abuse has this id.')
  }
}

export class BlockedDestinationNotFound extends defineError({
  code: 'BLOCKED_DESTINATION_NOT_FOUND',
  status: 404,
  when: 'The block list has no such entry.',
  resolution: 'Check the id; {@blockedDestinations} lists the entries.',
}) {
  constructor() {
    super('The block list has no such entry.')
  }
}

export class BlockedDestinationExists extends defineError({
  code: 'BLOCKED_DESTINATION_EXISTS',
  status: 409,
  when: 'The destination is already on the block list.',
  resolution: 'Use the entry that details names. To change its reason, remove it and add it again.',
}) {
  constructor(id: string) {
    super('The destination is already on the block list.', {
      details: [{ field: 'pattern', issue: 'is already on the list', id }],
    })
  }
}
