import { defineError } from '../../../platform/shared/service-error.ts'

export class RuleNotFound extends defineError({
  code: 'RULE_NOT_FOUND',
  status: 404,
  when: 'The link has no rule of this kind with this id.',
  resolution: 'Check the id; the list of the rules of the link has those that exist.',
}) {
  constructor() {
    super('The rule was not found.')
  }
}
