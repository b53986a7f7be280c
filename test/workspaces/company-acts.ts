import type { TestApp } from '../support/app.ts'
import type { GraphAnswer } from '../support/graph.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { Role } from './team.ts'

/** A person of the company, or one who is not in it. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly token: string
}

/** A workspace with people, and a link that its owner has made. */
export class Company {
  readonly people = {} as Record<Role | 'stranger', Person>
  test!: TestApp
  workspace!: { readonly id: string; readonly slug: string }
  link!: { readonly id: string; readonly shortUrl: string }

  call({ token }: Person, method: string, path: string, body?: object): Promise<RestAnswer> {
    return this.test.rest.send(method, `/v1${path}`, { token, ...(body && { body }) })
  }

  ask({ token }: Person, document: string, variables: object): Promise<GraphAnswer> {
    return this.test.graph(document, { token, variables: { workspaceId: this.workspace.id, ...variables } })
  }

  newAddress(): string {
    return `${this.test.seed.word()}@example.com`
  }

  /** The path of the workspace. */
  path(rest = ''): string {
    return `/workspaces/${this.workspace.id}${rest}`
  }
}

/** What a role may do, and all above it. */
export interface Act {
  readonly name: string
  readonly lowest: Role
  /** What strangers get is 404 in either case, but its code says what they have named. */
  readonly unknown?: string
  rest(person: Person): Promise<RestAnswer>
  graph(person: Person): Promise<GraphAnswer>
}

export const longUrl = 'https://example.com/launch'

export function listActs(company: Company): readonly Act[] {
  const inWorkspace = (path: string) => `${path}?workspaceId=${company.workspace.id}`
  const ofWorkspace = (rest = '') => company.path(rest)
  const newWebhook = () => ({
    name: 'Ours',
    url: `https://hooks.example.com/${company.test.seed.word()}`,
    events: ['link.deleted'],
  })
  return [
    {
      name: 'lists links',
      lowest: 'viewer',
      rest: (person) => company.call(person, 'GET', inWorkspace('/urls')),
      graph: (person) =>
        company.ask(person, 'query ($workspaceId: ID!) { workspace(id: $workspaceId) { urls { nodes { id } } } }', {}),
    },
    {
      name: 'reads a link',
      lowest: 'viewer',
      unknown: 'LINK_NOT_FOUND',
      rest: (person) => company.call(person, 'GET', `/urls/${company.link.id}`),
      graph: (person) => company.ask(person, 'query ($id: ID!) { url(id: $id) { id } }', { id: company.link.id }),
    },
    {
      name: 'reads the analytics of a link',
      lowest: 'viewer',
      unknown: 'LINK_NOT_FOUND',
      rest: (person) => company.call(person, 'GET', `/clicks/analytics/${company.link.id}`),
      graph: (person) =>
        company.ask(person, 'query ($id: ID!) { url(id: $id) { analytics { totalClicks } } }', { id: company.link.id }),
    },
    {
      name: 'lists webhooks',
      lowest: 'viewer',
      rest: (person) => company.call(person, 'GET', inWorkspace('/webhooks')),
      graph: (person) =>
        company.ask(person, 'query ($workspaceId: ID!) { webhooks(workspaceId: $workspaceId) { id } }', {}),
    },
    {
      name: 'lists the members',
      lowest: 'viewer',
      rest: (person) => company.call(person, 'GET', ofWorkspace('/members')),
      graph: (person) =>
        company.ask(
          person,
          'query ($workspaceId: ID!) { workspace(id: $workspaceId) { members { nodes { role } } } }',
          {},
        ),
    },
    {
      name: 'creates a link',
      lowest: 'member',
      rest: (person) => company.call(person, 'POST', '/urls', { longUrl, workspaceId: company.workspace.id }),
      graph: (person) => {
        const document = 'mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }'
        return company.ask(person, document, { input: { destination: longUrl, workspaceId: company.workspace.id } })
      },
    },
    {
      name: 'changes the link of another member',
      lowest: 'member',
      unknown: 'LINK_NOT_FOUND',
      rest: (person) => company.call(person, 'PATCH', `/urls/${company.link.id}`, { title: 'Launch' }),
      graph: (person) =>
        company.ask(person, 'mutation ($id: ID!) { updateUrl(id: $id, input: { title: "Launch" }) { id } }', {
          id: company.link.id,
        }),
    },
    {
      name: 'creates a QR code',
      lowest: 'member',
      rest: (person) =>
        company.call(person, 'POST', '/dynamic-qr', {
          title: 'Poster',
          targetUrl: longUrl,
          workspaceId: company.workspace.id,
        }),
      graph: (person) => {
        const document = 'mutation ($input: CreateDynamicQrInput!) { createDynamicQr(input: $input) { id } }'
        return company.ask(person, document, {
          input: { title: 'Poster', destination: longUrl, workspaceId: company.workspace.id },
        })
      },
    },
    {
      name: 'creates a webhook',
      lowest: 'admin',
      rest: (person) =>
        company.call(person, 'POST', '/webhooks', { ...newWebhook(), workspaceId: company.workspace.id }),
      graph: (person) => {
        const document = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { __typename } }'
        return company.ask(person, document, {
          input: { ...newWebhook(), events: ['LINK_DELETED'], workspaceId: company.workspace.id },
        })
      },
    },
    {
      name: 'has the destinations of all links checked',
      lowest: 'admin',
      rest: (person) =>
        company.call(person, 'PATCH', '/link-health', { isOn: false, workspaceId: company.workspace.id }),
      graph: (person) =>
        company.ask(
          person,
          'mutation ($workspaceId: ID!) { updateLinkHealth(isOn: false, workspaceId: $workspaceId) { isOn } }',
          {},
        ),
    },
    {
      name: 'renames the workspace',
      lowest: 'admin',
      rest: (person) => company.call(person, 'PATCH', ofWorkspace(), { name: 'Acme Inc' }),
      graph: (person) =>
        company.ask(
          person,
          'mutation ($workspaceId: ID!) { updateWorkspace(id: $workspaceId, input: { name: "Acme" }) { id } }',
          {},
        ),
    },
    {
      name: 'invites a person',
      lowest: 'admin',
      rest: (person) => company.call(person, 'POST', ofWorkspace('/invitations'), { email: company.newAddress() }),
      graph: (person) => {
        const document = `mutation ($workspaceId: ID!, $email: String!) {
          createInvitation(id: $workspaceId, input: { email: $email }) { __typename } }`
        return company.ask(person, document, { email: company.newAddress() })
      },
    },
    {
      name: 'changes a role',
      lowest: 'admin',
      rest: (person) =>
        company.call(person, 'PATCH', ofWorkspace(`/members/${company.people.viewer.id}`), { role: 'viewer' }),
      graph: (person) => {
        const document = `mutation ($workspaceId: ID!, $accountId: ID!) {
          updateWorkspaceMember(id: $workspaceId, accountId: $accountId, role: VIEWER) { role } }`
        return company.ask(person, document, { accountId: company.people.viewer.id })
      },
    },
    {
      name: 'restores the workspace',
      lowest: 'owner',
      rest: async (person) => {
        if (person === company.people.owner)
          await company.call(person, 'DELETE', `${ofWorkspace()}?confirm=${company.workspace.slug}`)
        else return company.call(person, 'DELETE', `${ofWorkspace()}?confirm=${company.workspace.slug}`)
        return company.call(person, 'POST', ofWorkspace('/restore'))
      },
      graph: async (person) => {
        const remove =
          'mutation ($workspaceId: ID!, $slug: String!) { deleteWorkspace(id: $workspaceId, confirm: $slug) { success } }'
        const answer = await company.ask(person, remove, { slug: company.workspace.slug })
        if (answer.errors) return answer
        return company.ask(person, 'mutation ($workspaceId: ID!) { restoreWorkspace(id: $workspaceId) { id } }', {})
      },
    },
  ]
}
