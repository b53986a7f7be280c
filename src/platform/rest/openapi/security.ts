import { isProfileScope, scopeDescriptions } from '../../auth/scopes.ts'
import type { RestOperation } from '../rest-operations.ts'
import type { JsonSchema } from './json-schema.ts'

/** The schemes that an operation accepts. API keys have no profile scopes, and some operations accept only a login. */
export function securityOf({ access }: RestOperation): JsonSchema[] {
  if (access.open) return []
  const { scope, sessionOnly } = access
  if (sessionOnly) return [{ bearer: [] }]
  return [{ bearer: [] }, ...(isProfileScope(scope) ? [] : [{ apiKey: [] }]), { oauth2: [scope] }]
}

/** The three authentication schemes. */
export function securitySchemes(publicUrl: string): JsonSchema {
  return {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of registration or login.' },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'tk_',
      description:
        'An API key from POST /keys, sent as a bearer token. It has access to links, analytics and QR codes.',
    },
    oauth2: {
      type: 'oauth2',
      description:
        'Tokens of the authorization code flow; every client needs PKCE with S256. ' +
        '/.well-known/oauth-authorization-server describes the server.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${publicUrl}/oauth/authorize`,
          tokenUrl: `${publicUrl}/oauth/token`,
          refreshUrl: `${publicUrl}/oauth/token`,
          scopes: scopeDescriptions,
        },
      },
    },
  }
}
