import { defineError } from '../../platform/shared/service-error.ts'

export class OAuthAppNotFound extends defineError({
  code: 'OAUTH_APP_NOT_FOUND',
  status: 404,
  when: 'There is no such application, or it belongs to somebody else.',
  resolution: 'Check the id; GET /oauth/apps lists your applications.',
}) {
  constructor() {
    super('There is no such application.')
  }
}

export class OAuthAppPublic extends defineError({
  code: 'OAUTH_APP_PUBLIC',
  status: 409,
  when: 'A secret was asked for a public application, which has none.',
  resolution: 'Register another application with isPublic false where a secret can be kept.',
}) {
  constructor() {
    super('A public application has no secret.', { details: [{ field: 'id', issue: 'is a public application' }] })
  }
}

export class GrantNotFound extends defineError({
  code: 'GRANT_NOT_FOUND',
  status: 404,
  when: 'There is no such grant, it has ended, or somebody else gave it.',
  resolution: 'Check the id; GET /oauth/grants lists the grants you gave.',
}) {
  constructor() {
    super('There is no such grant.')
  }
}

export class MisdirectedRequest extends defineError({
  code: 'MISDIRECTED_REQUEST',
  status: 421,
  when: 'A request for the authorization server named another host than the one of PUBLIC_URL (RFC 9110, 15.5.20).',
  resolution: 'Use the addresses in /.well-known/oauth-authorization-server, under the public address of the service.',
}) {
  constructor() {
    super('The authorization server does not answer under this host.')
  }
}
