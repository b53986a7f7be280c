import { defineError } from '../../../platform/shared/service-error.ts'

export class OAuthAppNotFound extends defineError({
  code: 'OAUTH_APP_NOT_FOUND',
  status: 404,
  when: 'The application does not exist or belongs to another account.',
  resolution: 'Check the id; {@oauthApps} lists your applications.',
}) {
  constructor() {
    super('The application does not exist.')
  }
}

export class OAuthAppPublic extends defineError({
  code: 'OAUTH_APP_PUBLIC',
  status: 409,
  when: 'The application is public. Public applications have no client secret.',
  resolution: 'To get a secret, register a new application with isPublic set to false.',
}) {
  constructor() {
    super('A public application has no client secret.', {
      details: [{ field: 'id', issue: 'is a public application' }],
    })
  }
}

export class GrantNotFound extends defineError({
  code: 'GRANT_NOT_FOUND',
  status: 404,
  when: 'The grant does not exist, has ended, or belongs to another account.',
  resolution: 'Check the id; {@oauthGrants} lists your grants.',
}) {
  constructor() {
    super('The grant does not exist.')
  }
}

export class MisdirectedRequest extends defineError({
  code: 'MISDIRECTED_REQUEST',
  status: 421,
  when: 'The Host header of a request to the authorization server or to /mcp is not the host of PUBLIC_URL (RFC 9110, 15.5.20).',
  resolution:
    'Use the URLs in /.well-known/oauth-authorization-server and /.well-known/oauth-protected-resource, below the public URL of the service.',
}) {
  constructor() {
    super('This host is not the one of PUBLIC_URL.')
  }
}
