import { defineError } from '../../../platform/shared/service-error.ts'

export class OriginNotAllowed extends defineError({
  code: 'ORIGIN_NOT_ALLOWED',
  status: 403,
  when: 'A page of another site has sent a request to /mcp. Programs send no Origin, and pages of the service and of the same machine may connect.',
  resolution: 'Connect from a program, or from a page of this machine such as the MCP inspector.',
}) {
  constructor() {
    super('Pages of other sites may not connect to /mcp.')
  }
}

export class LoginNotAccepted extends defineError({
  code: 'LOGIN_NOT_ACCEPTED',
  status: 401,
  when: 'The request to /mcp has the token of a login, which may do more than an agent should and must not lie in its files.',
  resolution: 'Send an API key with the scopes that the agent needs, or connect by OAuth.',
}) {
  constructor() {
    super('Agents need an API key or an OAuth token. The token of a login is not accepted here.')
  }
}
