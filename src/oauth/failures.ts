import { refusal } from '../base/failure.ts'

export class OAuthAppNotFound extends refusal({
  code: 'OAUTH_APP_NOT_FOUND',
  status: 404,
  when: 'There is no such application, or it belongs to somebody else.',
  resolution: 'Check the id; GET /oauth/apps lists your applications.',
}) {
  constructor() {
    super('There is no such application.')
  }
}

export class OAuthAppPublic extends refusal({
  code: 'OAUTH_APP_PUBLIC',
  status: 409,
  when: 'A secret was asked for a public application, which has none.',
  resolution: 'Register another application with isPublic false where a secret can be kept.',
}) {
  constructor() {
    super('A public application has no secret.', { details: [{ field: 'id', issue: 'is a public application' }] })
  }
}

export class GrantNotFound extends refusal({
  code: 'GRANT_NOT_FOUND',
  status: 404,
  when: 'There is no such grant, it has ended, or somebody else gave it.',
  resolution: 'Check the id; GET /oauth/grants lists the grants you gave.',
}) {
  constructor() {
    super('There is no such grant.')
  }
}
