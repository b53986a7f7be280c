import type { Inputs } from './acts.ts'

const inputs: Inputs = {
  ...{ id: 'x', urlId: 'x', longUrl: 'https://example.com', name: 'x', redirectUris: [], scopes: [] },
  ...{ currentPassword: 'x', newPassword: 'x', title: 'x', targetUrl: 'x', image: 'x', question: 'x' },
  // Without a limit, a list without pages is more than one document may request.
  ...{ limit: 5 },
  ...{ pixelType: 'x', pixelId: 'x', pixelIds: [], host: 'go.example.com' },
  ...{ content: 'x' },
  ...{ slug: 'x', blockId: 'x', blockIds: [] },
  ...{ pattern: 'x', reason: 'spam', message: 'x', url: 'https://hooks.example.com', events: [] },
  ...{ ruleId: 'x', ruleIds: [], destination: 'https://example.com', matchType: 'country' },
  ...{ values: ['DE'], languages: ['de'], intoId: 'y' },
  ...{ items: [], ids: [] },
  ...{
    email: 'ada@example.com',
    password: 'x',
    role: 'viewer',
    plan: 'pro',
    userId: 'x',
    invitationId: 'x',
    token: 'x',
  },
}

/** Inputs of the right types. An operation that is refused before they are read needs no rows. */
const oneTimeCode = { code: '123456' }

export function inputsWithoutRows(name: string): Inputs {
  // A device of clicks is no device of rules.
  const device = name.endsWith('DeviceRule') ? { device: 'ios' } : {}
  // Nor is a type of blocks one of activities, or a kind of images one of anomalies.
  const bio = name.includes('Bio') ? { type: 'link', kind: 'avatar' } : {}
  const file = name === 'createImport' ? { source: 'csv' } : {}
  // Nor is an action on selected links one of geo rules.
  const selection = name === 'changeSelectedUrls' ? { action: 'delete' } : {}
  const code = {
    codeCheck: { code: 'x' },
    urlByAddress: { shortUrl: 'x' },
    proveIdentity: oneTimeCode,
    confirmAuthenticatorApp: oneTimeCode,
  }[name]
  const sample = name === 'webhookSample' ? { event: 'link.created', format: 'slack' } : {}
  return { ...inputs, ...code, ...device, ...bio, ...file, ...selection, ...sample }
}
