/** What an OAuth token is for. A token is accepted there alone (RFC 8707). API keys and logins are for no resource. */
export type TokenAudience = 'api' | 'mcp'

/** Where agents call the service by MCP. */
export const mcpPath = '/mcp'

const paths: Readonly<Record<TokenAudience, string>> = { api: '', mcp: mcpPath }

/** The identifier of a resource: its address, below PUBLIC_URL. */
export function resourceOf(publicUrl: string, audience: TokenAudience): string {
  return publicUrl + paths[audience]
}

/** The resource that an identifier names, with or without a slash at its end; undefined for a foreign one. */
export function audienceOf(publicUrl: string, resource: string): TokenAudience | undefined {
  const names = Object.keys(paths) as TokenAudience[]
  return names.find((each) => [resource, resource.replace(/\/$/, '')].includes(resourceOf(publicUrl, each)))
}
