import { defineError } from '../../../../platform/shared/service-error.ts'

export class UtmTemplateNotFound extends defineError({
  code: 'UTM_TEMPLATE_NOT_FOUND',
  status: 404,
  when: 'The UTM template does not exist or belongs to another account.',
  resolution: 'Check the id; {@utmTemplates} lists your templates.',
}) {
  constructor() {
    super('The UTM template does not exist.')
  }
}

export class UtmTemplateNameTaken extends defineError({
  code: 'UTM_TEMPLATE_NAME_TAKEN',
  status: 409,
  when: 'Another UTM template of the workspace has this name, perhaps in other letter case.',
  resolution: 'Choose another name; {@utmTemplates} lists your templates.',
}) {
  constructor(cause?: unknown) {
    super('Another UTM template of the workspace has this name.', {
      cause,
      details: [{ field: 'name', issue: 'is taken' }],
    })
  }
}
