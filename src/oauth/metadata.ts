import { allScopes } from '../access/scopes.ts'
import type { OAuthAddresses } from './addresses.ts'

/** What a client may know in advance (RFC 8414, with RFC 9207's promise of `iss`). Written by us: the provider's says too much. */
export function metadataOf(addresses: OAuthAddresses): Readonly<Record<string, unknown>> {
  const secrets = ['client_secret_basic', 'client_secret_post']
  return {
    issuer: addresses.issuer,
    authorization_endpoint: addresses.at('/oauth/authorize'),
    token_endpoint: addresses.at('/oauth/token'),
    revocation_endpoint: addresses.at('/oauth/revoke'),
    introspection_endpoint: addresses.at('/oauth/introspect'),
    service_documentation: addresses.at('/docs'),
    scopes_supported: [...allScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: [...secrets, 'none'],
    revocation_endpoint_auth_methods_supported: [...secrets, 'none'],
    introspection_endpoint_auth_methods_supported: secrets,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}
