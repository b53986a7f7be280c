import type { AdapterPayload } from 'oidc-provider'
import { apiKeyScopes } from '../../../../platform/auth/scopes.ts'

/** The `client_id` of the command `tack`, which every installation knows. */
export const commandClientId = 'tack-cli'

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * The only client of the device flow (RFC 8628): other applications can open a browser, where the person sees the host
 * that gets the answer (docs/decisions/device-flow.md).
 */
export const commandClient: AdapterPayload = {
  client_id: commandClientId,
  client_name: 'Tack CLI',
  redirect_uris: [],
  response_types: [],
  grant_types: [deviceGrantType, 'refresh_token'],
  scope: [...apiKeyScopes].join(' '),
  application_type: 'native',
  token_endpoint_auth_method: 'none',
}
